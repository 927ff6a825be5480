/** Whether the browser knows that it has no connection. When it does not know, it has one. */
export function isOffline(): boolean {
  return !navigator.onLine;
}

/** Calls `listener` each time the connection is back. Returns how to stop that. */
export function onReconnect(listener: () => void): () => void {
  window.addEventListener('online', listener);
  return () => window.removeEventListener('online', listener);
}
