import { createStore } from 'zustand/vanilla';
import { readStoredJson, writeStored } from '../../lib/browser-storage.ts';

const STORAGE_KEY = 'player';

/** Playback preferences in this browser. */
export interface PlayerPreferences {
  /** From 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
  /** Starts playback when a file opens, and continues with the next file. */
  readonly playsAtOnce: boolean;
  /** Choice to repeat all files of the queue, the current one, or none. */
  readonly repeat: Repeat;
}

export const REPEATS = ['off', 'all', 'one'] as const;
export type Repeat = (typeof REPEATS)[number];

const DEFAULTS: PlayerPreferences = {
  volume: 1,
  isMuted: false,
  playsAtOnce: false,
  repeat: 'off',
};

export const playerPreferences = createStore<PlayerPreferences>(() => remembered());

/** Changes preferences, and stores them in this browser. */
export function changePlayerPreferences(change: Partial<PlayerPreferences>): void {
  playerPreferences.setState(change);
  writeStored(STORAGE_KEY, JSON.stringify(playerPreferences.getState()));
}

function remembered(): PlayerPreferences {
  const stored = readStoredJson(STORAGE_KEY);
  return preferencesIn(typeof stored === 'object' && stored !== null ? stored : {});
}

/** Returns the valid stored preferences, with defaults for the others. Stored values may have any type. */
function preferencesIn(
  stored: Partial<Record<keyof PlayerPreferences, unknown>>,
): PlayerPreferences {
  const { volume, isMuted, playsAtOnce, repeat } = stored;
  const isVolume = typeof volume === 'number' && volume >= 0 && volume <= 1;
  return {
    volume: isVolume ? volume : DEFAULTS.volume,
    isMuted: isMuted === true,
    playsAtOnce: playsAtOnce === true,
    repeat: REPEATS.find((known) => known === repeat) ?? DEFAULTS.repeat,
  };
}

/** Playback speeds, as factors. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** Playback speed until the page is closed. */
export const playerSpeed = createStore(() => ({ speed: 1 }));

/** File that starts to play when it opens, because the one before it was playing. */
let wanted: string | undefined;

/** Makes a file start to play when it opens. */
export function startWhenOpened(file: string): void {
  wanted = file;
}

/** Returns true if a file must start to play when it opens. */
export function startsWhenOpened(file: string): boolean {
  return wanted === file;
}

/** Forgets the file that was to start, once it is open. */
export function forgetWanted(): void {
  wanted = undefined;
}

/** Positions close to the start or end are not restored. */
const EDGE_SECONDS = 5;
const positions = new Map<string, number>();

/** Remembers a playback position until the page is closed. Keeps the earlier one while the duration is unknown (NaN). */
export function rememberPosition(file: string, seconds: number, durationSeconds: number): void {
  if (Number.isNaN(durationSeconds)) return;
  const isWithin = seconds > EDGE_SECONDS && seconds < durationSeconds - EDGE_SECONDS;
  if (isWithin) positions.set(file, seconds);
  else positions.delete(file);
}

/** Returns the remembered position in seconds; undefined without one. */
export function rememberedPosition(file: string): number | undefined {
  return positions.get(file);
}
