import { writeStored } from '../lib/browser-storage.ts';

/** Storage key of recent searches. */
export const SEARCHES_KEY = 'recent-searches';

/** Removes the recent searches of this browser. */
export function forgetSearches(): void {
  writeStored(SEARCHES_KEY, undefined);
}
