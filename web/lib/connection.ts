/** Returns true if the browser reports that it is offline. */
export function isOffline(): boolean {
  return !navigator.onLine;
}

/**
 * Calls `listener` each time the browser reports that it is online again. A server that was unreachable is not noticed.
 * Returns a function that removes the listener.
 */
export function onReconnect(listener: () => void): () => void {
  window.addEventListener('online', listener);
  return () => window.removeEventListener('online', listener);
}
