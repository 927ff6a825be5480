import type { Entry } from '#contract/files.ts';
import { parseSearchQuery } from '#contract/search-query.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { recentQuery } from '../../api/places.ts';
import { onReconnect } from '../../lib/connection.ts';
import { isLongEnough } from '../../lib/is-long-enough.ts';
import { SearchStore } from '../../state/search-results.ts';
import type { Filter } from './filters.ts';
import { rank, type Ranked } from './rank.ts';

/** Delay after typing before a search starts, in milliseconds. */
const TYPING_MS = 150;
/** Number of results that are ranked. */
const MAX_RANKED = 5_000;
const MAX_SHOWN = 50;
const MAX_RECENT = 8;

export interface FoundFile {
  readonly entry: Entry;
  readonly label: string;
  readonly recency: number | undefined;
}

export interface Files {
  readonly found: readonly Ranked<FoundFile>[];
  /** True if `found` are recent items, because nothing was typed. */
  readonly isRecent: boolean;
  readonly isLoading: boolean;
  /** Error of the search or of the recent items. */
  readonly failure: unknown;
  retry(): void;
}

/** Returns the files and folders for a query: the results of a search, or the recent items without one. */
export function useFiles(query: string, filters: readonly Filter[]): Files {
  const [store] = useState(() => new SearchStore());
  const [openedAt] = useState(Date.now);
  const results = useSyncExternalStore(store.subscribe, store.current);
  const recent = useQuery(recentQuery);
  const asked = [query.trim(), ...filters.flatMap(({ term }) => term ?? [])].join(' ').trim();
  const isRecent = asked === '';
  const isAsked = isLongEnough(asked);

  useEffect(() => {
    if (!isAsked) {
      store.clear();
      return undefined;
    }
    const timer = window.setTimeout(() => store.ask({ folder: '', query: asked }), TYPING_MS);
    return () => window.clearTimeout(timer);
  }, [store, asked, isAsked]);
  useEffect(() => () => store.clear(), [store]);

  const retry = () => {
    if (isRecent) void recent.refetch();
    else store.ask({ folder: '', query: asked });
  };
  useEffect(() => onReconnect(() => store.reconnect()), [store]);

  const found = useMemo(() => {
    const latest = recent.data ?? [];
    const recency = new Map(latest.map(({ path }, index) => [path, index]));
    const entries: readonly Entry[] = isRecent ? latest : results.found;
    const wanted = entries
      .slice(0, MAX_RANKED)
      .filter((entry) => filters.every(({ isMatch }) => isMatch(entry, openedAt)))
      .map((entry) => ({ entry, label: entry.name, recency: recency.get(entry.path) }));
    const most = isRecent && filters.length === 0 ? MAX_RECENT : MAX_SHOWN;
    return rank(wanted, parseSearchQuery(query).terms).slice(0, most);
  }, [recent.data, isRecent, results.found, filters, query, openedAt]);

  const isCurrent = results.asked?.query === asked;
  return {
    found: isRecent || isAsked ? found : [],
    isRecent,
    isLoading: isRecent ? recent.isPending : isAsked && (!isCurrent || results.isSearching),
    failure: isRecent ? (recent.error ?? undefined) : isCurrent ? results.failure : undefined,
    retry,
  };
}
