/** Where this browser remembers what was looked for. */
export const SEARCHES_KEY = 'recent-searches';

export function forgetSearches(): void {
  localStorage.removeItem(SEARCHES_KEY);
}
