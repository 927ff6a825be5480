import { createStore } from 'zustand/vanilla';

/** All in em, so that whoever reads larger letters sees as many lines. */
export const DEFAULT_HEIGHT = 25;
/** The line one types in. */
export const LEAST_HEIGHT = 2.25;
/** So much of the window is never taken: the header stays within reach. */
const LEFT_FREE = 4;

const STORAGE_KEY = 'terminal-height';

/** How high the panel was made in this browser. */
export const terminalHeight = createStore<{ readonly em: number }>(() => ({ em: remembered() }));

export function mostHeight(windowEm: number): number {
  return Math.max(LEAST_HEIGHT, windowEm - LEFT_FREE);
}

export function fittingHeight(em: number, windowEm: number): number {
  return Math.min(Math.max(em, LEAST_HEIGHT), mostHeight(windowEm));
}

export function setTerminalHeight(em: number, windowEm: number): void {
  const fitting = Math.round(fittingHeight(em, windowEm) * 100) / 100;
  terminalHeight.setState({ em: fitting });
  localStorage.setItem(STORAGE_KEY, `${fitting}`);
}

function remembered(): number {
  const em = Number.parseFloat(localStorage.getItem(STORAGE_KEY) ?? '');
  return em >= LEAST_HEIGHT ? em : DEFAULT_HEIGHT;
}
