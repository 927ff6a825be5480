/** Storage key of recent searches. */
export const SEARCHES_KEY = 'recent-searches';

export function forgetSearches(): void {
  localStorage.removeItem(SEARCHES_KEY);
}
