import { type RefObject, type SyntheticEvent, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type KeyScope, useKeys } from '../../lib/keyboard.ts';
import { toggleFullScreen } from './full-screen.ts';
import {
  applyPreferences,
  changeVolume,
  seekBy,
  seekTo,
  setSpeed,
  toggleMuted,
  togglePlaying,
} from './media-commands.ts';
import { type PlayerKey, playerKey } from './player-keys.ts';
import {
  changePlayerPreferences,
  forgetWanted,
  playerPreferences,
  rememberedPosition,
  rememberPosition,
  SPEEDS,
  startsWhenOpened,
  startWhenOpened,
} from './player-memory.ts';
import { type PlayerQueue, type PlayerSource, queuedBeside } from './player-source.ts';
import { toggleSubtitles } from './subtitles.ts';
import { type MediaState, useMedia } from './use-media.ts';

export interface PlayerProps {
  source: PlayerSource;
  queue: PlayerQueue;
  /** Scope of the keys: that of a page, or that of a dialog. */
  keys: Extract<KeyScope, 'viewer' | 'dialog-viewer'>;
  /** Reports that the file cannot be played. */
  onError(error: MediaError | null): void;
}

/** A media element and what its controls need. */
export interface Playback {
  readonly state: MediaState;
  readonly media: RefObject<HTMLMediaElement | null>;
  /** Props of the element. */
  readonly element: {
    readonly preload: 'metadata';
    readonly autoPlay: boolean;
    readonly onLoadedMetadata: (event: SyntheticEvent<HTMLMediaElement>) => void;
    readonly onVolumeChange: (event: SyntheticEvent<HTMLMediaElement>) => void;
    readonly onEnded: () => void;
    readonly onError: () => void;
  };
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  /** Plays the file after or before this one. Going back starts this file again, unless it has just begun. */
  toNext(): void;
  toPrevious(): void;
}

/** Going back within this time opens the previous file; later, it starts the current one again. */
const JUST_BEGUN_SECONDS = 3;

/** Plays a file with the user's preferences and keys, and the next one after it. Leaving stops playback and download. */
export function usePlayback(
  { source, queue, keys, onError }: PlayerProps,
  media: RefObject<HTMLMediaElement | null>,
): Playback {
  const state = useMedia(media);
  const { playsAtOnce, repeat } = useStore(playerPreferences);
  const [startsAtOnce] = useState(() => playsAtOnce || startsWhenOpened(source.path));
  useEffect(forgetWanted, []);
  useSource(media, source);

  const beside = (step: 1 | -1) => queuedBeside(queue, source.path, step, repeat === 'all');
  const go = (step: 1 | -1, goesOn: boolean) => {
    const file = beside(step);
    if (!file) return;
    if (goesOn) startWhenOpened(file.path);
    queue.open(file.path);
  };
  const toNext = () => go(1, !media.current?.paused);
  const toPrevious = () => {
    const { current } = media;
    if (current && (current.currentTime > JUST_BEGUN_SECONDS || !beside(-1))) seekTo(current, 0);
    else go(-1, !current?.paused);
  };
  usePlayerKeys(media, keys, { toNext, toPrevious });

  return {
    state,
    media,
    hasNext: beside(1) !== undefined,
    hasPrevious: beside(-1) !== undefined,
    toNext,
    toPrevious,
    element: {
      preload: 'metadata',
      autoPlay: startsAtOnce,
      onLoadedMetadata({ currentTarget }) {
        const seconds = rememberedPosition(source.version);
        if (seconds !== undefined) currentTarget.currentTime = seconds;
      },
      onVolumeChange: ({ currentTarget: { volume, muted } }) =>
        changePlayerPreferences({ volume, isMuted: muted }),
      onEnded() {
        const isAlone = repeat === 'all' && !beside(1);
        // The browser may block playback; the controls show that.
        if (repeat === 'one' || isAlone) media.current?.play().catch(() => {});
        else if (playsAtOnce || repeat === 'all') go(1, true);
      },
      onError: () => onError(media.current?.error ?? null),
    },
  };
}

function useSource(
  ref: RefObject<HTMLMediaElement | null>,
  { address, version }: PlayerSource,
): void {
  useEffect(() => {
    const media = ref.current;
    if (!media) return undefined;
    applyPreferences(media);
    // Sets the source after mounting, so that early events are not missed.
    media.src = address;
    return () => {
      rememberPosition(version, media.currentTime, media.duration);
      media.pause();
      media.removeAttribute('src');
      media.load();
    };
  }, [ref, address, version]);
}

interface Steps {
  toNext(): void;
  toPrevious(): void;
}

function usePlayerKeys(
  ref: RefObject<HTMLMediaElement | null>,
  scope: PlayerProps['keys'],
  steps: Steps,
): void {
  useKeys(scope, (event) => {
    const media = ref.current;
    if (!media || isForControl(event)) return false;
    const isInside =
      event.target instanceof Element && event.target.closest('[data-player]') !== null;
    const key = playerKey(event, isInside || !media.paused);
    if (!key) return false;
    runKey(media, key, steps);
    return true;
  });
}

/** Returns true for the keys that a focused control uses itself. */
function isForControl({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (key === ' ') return target.closest('button, a, input') !== null;
  return target.closest('[role="slider"]') !== null && /^(?:Arrow|Page|Home|End)/.test(key);
}

function runKey(media: HTMLMediaElement, key: PlayerKey, { toNext, toPrevious }: Steps): void {
  const video = media instanceof HTMLVideoElement ? media : null;
  switch (key.command) {
    case 'toggle':
      togglePlaying(media);
      break;
    case 'mute':
      toggleMuted(media);
      break;
    case 'full-screen':
      toggleFullScreen(video);
      break;
    case 'subtitles':
      toggleSubtitles(media);
      break;
    case 'next':
      toNext();
      break;
    case 'previous':
      toPrevious();
      break;
    case 'seek-by':
      seekBy(media, key.seconds);
      break;
    case 'seek-to':
      seekTo(media, media.duration * key.fraction);
      break;
    case 'volume':
      changeVolume(media, key.direction);
      break;
    case 'speed':
      setSpeed(media, nextSpeed(media.playbackRate, key.direction));
      break;
  }
}

function nextSpeed(speed: number, direction: 1 | -1): number {
  const further =
    direction === 1 ? SPEEDS.find((one) => one > speed) : SPEEDS.findLast((one) => one < speed);
  return further ?? speed;
}
