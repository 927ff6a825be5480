import { createStore } from 'zustand/vanilla';

const STORAGE_KEY = 'player';

/** Playback preferences in this browser. */
export interface PlayerTaste {
  /** From 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
  /** Starts playback when a file opens, and continues with the next file. */
  readonly playsAtOnce: boolean;
}

const AS_DELIVERED: PlayerTaste = { volume: 1, isMuted: false, playsAtOnce: false };

export const playerTaste = createStore<PlayerTaste>(() => remembered());

export function changeTaste(change: Partial<PlayerTaste>): void {
  playerTaste.setState(change);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(playerTaste.getState()));
}

function remembered(): PlayerTaste {
  try {
    const told: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    return tasteIn(typeof told === 'object' && told !== null ? told : {});
  } catch {
    return AS_DELIVERED;
  }
}

/** Stored values may have any type. */
function tasteIn(told: Partial<Record<keyof PlayerTaste, unknown>>): PlayerTaste {
  const { volume, isMuted, playsAtOnce } = told;
  const isVolume = typeof volume === 'number' && volume >= 0 && volume <= 1;
  return {
    volume: isVolume ? volume : AS_DELIVERED.volume,
    isMuted: isMuted === true,
    playsAtOnce: playsAtOnce === true,
  };
}

/** Positions close to the start or end are not restored. */
const EDGE_SECONDS = 5;
const positions = new Map<string, number>();

/** Remembers a playback position until the page is closed. */
export function rememberPosition(file: string, seconds: number, durationSeconds: number): void {
  const isWithin = seconds > EDGE_SECONDS && seconds < durationSeconds - EDGE_SECONDS;
  if (isWithin) positions.set(file, seconds);
  else positions.delete(file);
}

/** Returns seconds from the beginning. */
export function rememberedPosition(file: string): number | undefined {
  return positions.get(file);
}
