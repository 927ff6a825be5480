/** Storage key of recent searches. */
export const SEARCHES_KEY = 'recent-searches';

/** Removes the recent searches of this browser. */
export function forgetSearches(): void {
  localStorage.removeItem(SEARCHES_KEY);
}
