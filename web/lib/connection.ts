/** Returns true if the browser reports that it is offline. */
export function isOffline(): boolean {
  return !navigator.onLine;
}

/** Calls `listener` each time the connection returns. Returns a function that removes it. */
export function onReconnect(listener: () => void): () => void {
  window.addEventListener('online', listener);
  return () => window.removeEventListener('online', listener);
}
