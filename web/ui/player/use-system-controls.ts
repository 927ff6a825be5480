import { useEffect, useEffectEvent } from 'react';
import { LONG_STEP, seekBy, seekTo, startPlaying } from './media-commands.ts';
import type { Playback } from './use-playback.ts';

interface Announced {
  readonly title: string;
  readonly artist?: string | undefined;
  readonly album?: string | undefined;
  /** Address of a picture. */
  readonly cover?: string | undefined;
}

/** Offers the playback to the controls of the system, such as media keys and lock screens. */
export function useSystemControls(
  {
    media,
    toNext,
    toPrevious,
    hasNext,
    hasPrevious,
  }: Pick<Playback, 'media' | 'toNext' | 'toPrevious' | 'hasNext' | 'hasPrevious'>,
  { title, artist = '', album = '', cover }: Announced,
): void {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return undefined;
    navigator.mediaSession.metadata = new MediaMetadata({
      title,
      artist,
      album,
      artwork: cover === undefined ? [] : [{ src: cover }],
    });
    return () => {
      navigator.mediaSession.metadata = null;
    };
  }, [title, artist, album, cover]);

  const run = useEffectEvent((details: MediaSessionActionDetails) => {
    const element = media.current;
    if (!element) return;
    const { action, seekOffset, seekTime } = details;
    if (action === 'play') startPlaying(element);
    else if (action === 'pause') element.pause();
    else if (action === 'seekto') seekTo(element, seekTime ?? 0);
    else if (action === 'seekforward') seekBy(element, seekOffset ?? LONG_STEP);
    else if (action === 'seekbackward') seekBy(element, -(seekOffset ?? LONG_STEP));
    else if (action === 'nexttrack') toNext();
    else if (action === 'previoustrack') toPrevious();
  });
  useEffect(() => {
    if (!('mediaSession' in navigator)) return undefined;
    const { mediaSession } = navigator;
    const actions: MediaSessionAction[] = [
      'play',
      'pause',
      'seekto',
      'seekforward',
      'seekbackward',
      ...(hasNext ? ['nexttrack' as const] : []),
      ...(hasPrevious ? ['previoustrack' as const] : []),
    ];
    for (const action of actions) mediaSession.setActionHandler(action, (details) => run(details));
    return () => {
      for (const action of actions) mediaSession.setActionHandler(action, null);
    };
  }, [hasNext, hasPrevious]);
}
