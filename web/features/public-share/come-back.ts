import { onReconnect } from '../../lib/connection.ts';
import type { Visit } from './visit.ts';

/** How long to wait before the server is asked again, try by try. Milliseconds. */
const PAUSES_MS = [3_000, 5_000, 10_000, 20_000, 30_000] as const;
const LONGEST_MS = 30_000;

/** While the server is away it is asked again and again, and at once when the network is back. Returns how to stop that. */
export function comeBack(visit: Visit): () => void {
  let tries = 0;
  let timer: number | undefined;
  const isAway = () => visit.store.getState().obstacle?.kind === 'away';
  const askAgain = () => {
    if (isAway()) void visit.reload();
  };
  const plan = () => {
    window.clearTimeout(timer);
    if (!isAway()) {
      tries = 0;
      return;
    }
    if (visit.store.getState().isLoading) return;
    timer = window.setTimeout(askAgain, PAUSES_MS[tries] ?? LONGEST_MS);
    tries += 1;
  };

  const stopWatching = visit.store.subscribe(plan);
  const stopListening = onReconnect(askAgain);
  return () => {
    window.clearTimeout(timer);
    stopWatching();
    stopListening();
  };
}
