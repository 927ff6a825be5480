import { useSyncExternalStore } from 'react';

/**
 * The file that lies open over the list, by its path. It is kept with the entry of the browser's history, so that the
 * way back closes it, as everything that covers a page does on a telephone.
 */
export function useViewing(): string | undefined {
  return useSyncExternalStore(subscribe, viewed);
}

export function openViewer(path: string): void {
  window.history.pushState({ viewing: path }, '');
  tell();
}

/** Another file takes the place of the one that is open. */
export function stepViewer(path: string): void {
  window.history.replaceState({ viewing: path }, '');
  tell();
}

export function closeViewer(): void {
  window.history.back();
}

/** The state of the history comes back as it was put there, also by an earlier release. */
function viewed(): string | undefined {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !('viewing' in state)) return undefined;
  return typeof state.viewing === 'string' ? state.viewing : undefined;
}

const listeners = new Set<() => void>();

function tell(): void {
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
