/** Returns the position of the shown subtitles among the tracks; -1 for none. */
export function shownTrack({ textTracks }: HTMLMediaElement): number {
  return [...textTracks].findIndex(({ mode }) => mode === 'showing');
}

/** Shows one track of subtitles; none for -1. */
export function showTrack({ textTracks }: HTMLMediaElement, shown: number): void {
  for (const [index, track] of [...textTracks].entries()) {
    track.mode = index === shown ? 'showing' : 'disabled';
  }
}

/** Hides the subtitles, or shows the first ones. */
export function toggleSubtitles(media: HTMLMediaElement): void {
  showTrack(media, shownTrack(media) < 0 ? 0 : -1);
}
