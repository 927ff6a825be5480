/** Returns the position of the shown subtitles among the tracks; -1 for none. */
export function shownTrack({ textTracks }: HTMLMediaElement): number {
  return [...textTracks].findIndex(({ mode }) => mode === 'showing');
}

/** Shows one track of subtitles; none for -1, and `toggleSubtitles` then shows the same one again. */
export function showTrack({ textTracks }: HTMLMediaElement, shown: number): void {
  for (const [index, track] of [...textTracks].entries()) {
    const wasChosen = track.mode !== 'disabled';
    if (index === shown) track.mode = 'showing';
    else track.mode = shown < 0 && wasChosen ? 'hidden' : 'disabled';
  }
}

/** Hides the subtitles, or shows those that were shown last, otherwise the first ones. */
export function toggleSubtitles(media: HTMLMediaElement): void {
  const last = [...media.textTracks].findIndex(({ mode }) => mode === 'hidden');
  showTrack(media, shownTrack(media) < 0 ? Math.max(0, last) : -1);
}
