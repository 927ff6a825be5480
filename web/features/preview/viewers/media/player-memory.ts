import { createStore } from 'zustand/vanilla';

const STORAGE_KEY = 'player';

/** How somebody likes sound and film to be played in this browser. */
export interface PlayerTaste {
  /** 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
  /** Begins by itself when a file is opened, and goes on with the next one. */
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

/** The storage of a browser may hold anything. */
function tasteIn(told: Partial<Record<keyof PlayerTaste, unknown>>): PlayerTaste {
  const { volume, isMuted, playsAtOnce } = told;
  const isVolume = typeof volume === 'number' && volume >= 0 && volume <= 1;
  return {
    volume: isVolume ? volume : AS_DELIVERED.volume,
    isMuted: isMuted === true,
    playsAtOnce: playsAtOnce === true,
  };
}

/** Shorter beginnings and ends are not worth coming back to. */
const EDGE_SECONDS = 5;
const positions = new Map<string, number>();

/** Keeps how far somebody has come, as long as the page is open. */
export function rememberPosition(file: string, seconds: number, durationSeconds: number): void {
  const isWithin = seconds > EDGE_SECONDS && seconds < durationSeconds - EDGE_SECONDS;
  if (isWithin) positions.set(file, seconds);
  else positions.delete(file);
}

/** In seconds from the beginning. */
export function rememberedPosition(file: string): number | undefined {
  return positions.get(file);
}
