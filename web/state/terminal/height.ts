import { createStore } from 'zustand/vanilla';
import { readStored, writeStored } from '../../lib/browser-storage.ts';

/** Heights are in em, so that the number of lines is independent of the font size. */
export const DEFAULT_HEIGHT = 25;
/** Height of the input line. */
export const MIN_HEIGHT = 2.25;
/** Height of the window that the panel never covers, so that the header can be reached. */
const LEFT_FREE = 4;

const STORAGE_KEY = 'terminal-height';

/** Height of the panel chosen in this browser. */
export const terminalHeight = createStore<{ readonly em: number }>(() => ({ em: remembered() }));

/** Returns the maximum height of the panel in a window, both in em. */
export function maxHeight(windowEm: number): number {
  return Math.max(MIN_HEIGHT, windowEm - LEFT_FREE);
}

/** Returns a height in em within the limits of a window. */
export function fittingHeight(em: number, windowEm: number): number {
  return Math.min(Math.max(em, MIN_HEIGHT), maxHeight(windowEm));
}

/** Sets and stores the height of the panel, within the limits of the window. Both are in em. */
export function setTerminalHeight(em: number, windowEm: number): void {
  const fitting = Math.round(fittingHeight(em, windowEm) * 100) / 100;
  terminalHeight.setState({ em: fitting });
  writeStored(STORAGE_KEY, `${fitting}`);
}

function remembered(): number {
  const em = Number.parseFloat(readStored(STORAGE_KEY) ?? '');
  return em >= MIN_HEIGHT ? em : DEFAULT_HEIGHT;
}
