import { type RefObject, useEffect, useState } from 'react';

/** State of a player as its controls show it. */
export interface MediaState {
  readonly isPlaying: boolean;
  /** True while playback waits for bytes. */
  readonly isWaiting: boolean;
  readonly seconds: number;
  /** 0 until it is known. */
  readonly duration: number;
  /** Ranges in seconds that are loaded. */
  readonly loaded: readonly { readonly from: number; readonly to: number }[];
  /** From 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
  readonly speed: number;
  /** False for a video of which only the sound can be played. */
  readonly hasPicture: boolean;
}

const AT_START: MediaState = {
  isPlaying: false,
  isWaiting: false,
  seconds: 0,
  duration: 0,
  loaded: [],
  volume: 1,
  isMuted: false,
  speed: 1,
  hasPicture: true,
};

const EVENTS = [
  'durationchange',
  'emptied',
  'ended',
  'loadedmetadata',
  'pause',
  'play',
  'playing',
  'progress',
  'ratechange',
  'seeked',
  'seeking',
  'timeupdate',
  'volumechange',
  'waiting',
] as const;

/** Returns the state of a media element, and renders the component again when it changes. */
export function useMedia(ref: RefObject<HTMLMediaElement | null>): MediaState {
  const [state, setState] = useState(AT_START);
  useEffect(() => {
    const media = ref.current;
    if (!media) return undefined;
    const follow = ({ type }: Event) =>
      setState((before) =>
        stateOf(media, type === 'waiting' || (before.isWaiting && isMinor(type))),
      );
    for (const event of EVENTS) media.addEventListener(event, follow);
    return () => {
      for (const event of EVENTS) media.removeEventListener(event, follow);
    };
  }, [ref]);
  return state;
}

/** Events that do not end waiting. */
function isMinor(type: string): boolean {
  return type !== 'playing' && type !== 'pause' && type !== 'timeupdate' && type !== 'emptied';
}

function stateOf(media: HTMLMediaElement, isWaiting: boolean): MediaState {
  const { buffered, duration } = media;
  return {
    isPlaying: !media.paused && !media.ended,
    isWaiting: isWaiting && !media.paused,
    seconds: media.currentTime,
    duration: Number.isFinite(duration) ? duration : 0,
    loaded: Array.from({ length: buffered.length }, (_, index) => ({
      from: buffered.start(index),
      to: buffered.end(index),
    })),
    volume: media.volume,
    isMuted: media.muted,
    speed: media.playbackRate,
    hasPicture: isWithPicture(media),
  };
}

function isWithPicture(media: HTMLMediaElement): boolean {
  if (!(media instanceof HTMLVideoElement)) return true;
  return media.readyState < HTMLMediaElement.HAVE_METADATA || media.videoWidth > 0;
}
