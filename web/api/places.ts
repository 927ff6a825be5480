import {
  RECENT_URL,
  type RecentItem,
  recentUrl,
  STARRED_URL,
  type StarredItem,
  starredUrl,
} from '#contract/places.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callJson } from './http.ts';

/** Prefix of the keys of the lists. */
export const PLACES_KEY = ['places'] as const;

/** Items that the user has opened or changed, the latest first. */
export const recentQuery = queryOptions({
  queryKey: [...PLACES_KEY, 'recent'],
  queryFn: ({ signal }) => callJson<RecentItem[]>('GET', RECENT_URL, { signal }),
});

/** Items that the user has starred, the latest first. */
export const starredQuery = queryOptions({
  queryKey: [...PLACES_KEY, 'starred'],
  queryFn: ({ signal }) => callJson<StarredItem[]>('GET', STARRED_URL, { signal }),
});

/** Adds a file to the recent items. */
export async function recordOpened(path: string): Promise<void> {
  await call('POST', recentUrl(path));
}

export async function changeStar(path: string, isStarred: boolean): Promise<void> {
  await call(isStarred ? 'PUT' : 'DELETE', starredUrl(path));
}
