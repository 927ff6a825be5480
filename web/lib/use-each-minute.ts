import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
/** Number of minutes that have passed while something was shown. */
let minutes = 0;

/**
 * Renders the component again every minute, so that times relative to now stay true on an idle page. Returns a number that
 * changes with it.
 */
export function useEachMinute(): number {
  return useSyncExternalStore(subscribe, () => minutes);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // One timer, so that everything on the page changes together.
  timer ??= setInterval(tick, MINUTE_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  minutes += 1;
  for (const listener of listeners) listener();
}
