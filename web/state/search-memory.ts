import { readStoredJson, writeStored } from '../lib/browser-storage.ts';
import { SEARCHES_KEY } from './forget-searches.ts';
import { session } from './session.ts';

interface Remembered {
  readonly userId: number;
  /** Newest first. */
  readonly queries: readonly string[];
}

const MAX_REMEMBERED = 8;

/** Returns the recent searches of the current user in this browser, newest first. */
export function recentSearches(): readonly string[] {
  const remembered = read();
  return remembered?.userId === session.getState().user?.id ? (remembered?.queries ?? []) : [];
}

/** Adds a search of the current user. Searches of another user are removed. */
export function rememberSearch(query: string): void {
  const userId = session.getState().user?.id;
  const text = query.trim();
  if (userId === undefined || text === '') return;
  const others = recentSearches().filter((other) => other !== text);
  const remembered: Remembered = {
    userId,
    queries: [text, ...others].slice(0, MAX_REMEMBERED),
  };
  writeStored(SEARCHES_KEY, JSON.stringify(remembered));
}

function read(): Remembered | undefined {
  const value = readStoredJson(SEARCHES_KEY);
  return isRemembered(value) ? value : undefined;
}

function isRemembered(value: unknown): value is Remembered {
  if (typeof value !== 'object' || value === null) return false;
  if (!('userId' in value) || !('queries' in value) || !Array.isArray(value.queries)) return false;
  return value.queries.every((query) => typeof query === 'string');
}
