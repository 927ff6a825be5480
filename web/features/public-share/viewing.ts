import { useSyncExternalStore } from 'react';

/** Path of the file in the viewer. It is stored in the history entry, so that going back closes the viewer. */
export function useViewing(): string | undefined {
  return useSyncExternalStore(subscribe, viewed);
}

/** Opens a file in the viewer and adds a history entry. */
export function openViewer(path: string): void {
  window.history.pushState({ viewing: path }, '');
  notifyListeners();
}

/** Replaces the file in the viewer. */
export function stepViewer(path: string): void {
  window.history.replaceState({ viewing: path }, '');
  notifyListeners();
}

let isClosing = false;

/** Closes the viewer by going back to the history entry before it. Going back takes a moment, in which further calls do nothing. */
export function closeViewer(): void {
  if (isClosing) return;
  isClosing = true;
  window.addEventListener('popstate', () => (isClosing = false), { once: true });
  window.history.back();
}

/** Returns the path in the history state, which may be that of another page or version. */
function viewed(): string | undefined {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !('viewing' in state)) return undefined;
  return typeof state.viewing === 'string' ? state.viewing : undefined;
}

const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}
