import { onReconnect } from '../../lib/connection.ts';
import type { ShareSession } from './share-session.ts';

/** Pauses between attempts, in milliseconds. */
const PAUSES_MS = [3_000, 5_000, 10_000, 20_000, 30_000] as const;
const LONGEST_MS = 30_000;

/**
 * Retries while the server is unreachable, and immediately when the connection returns. Returns a function that stops
 * it.
 */
export function retryConnection(shareSession: ShareSession): () => void {
  let tries = 0;
  let timer: number | undefined;
  const isAway = () => shareSession.store.getState().obstacle?.kind === 'away';
  const askAgain = () => {
    if (isAway()) void shareSession.reload();
  };
  const plan = () => {
    window.clearTimeout(timer);
    if (!isAway()) {
      tries = 0;
      return;
    }
    if (shareSession.store.getState().isLoading) return;
    timer = window.setTimeout(askAgain, PAUSES_MS[tries] ?? LONGEST_MS);
    tries += 1;
  };

  const stopWatching = shareSession.store.subscribe(plan);
  const stopListening = onReconnect(askAgain);
  return () => {
    window.clearTimeout(timer);
    stopWatching();
    stopListening();
  };
}
