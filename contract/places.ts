import { z } from 'zod';
import { Entry } from './files.ts';
import { encodePath } from './paths.ts';

/** `opened`: shown in the page. `changed`: uploaded, saved, copied, moved, renamed or restored. */
export const ITEM_USES = ['opened', 'changed'] as const;
export type ItemUse = (typeof ITEM_USES)[number];

/** Entry of GET /api/recent. */
export const RecentItem = Entry.extend({
  use: z.enum(ITEM_USES),
  /** Unix milliseconds. */
  usedAt: z.int(),
});
export type RecentItem = z.infer<typeof RecentItem>;

/** Entry of GET /api/starred. */
export const StarredItem = Entry.extend({
  /** Unix milliseconds. */
  starredAt: z.int(),
});
export type StarredItem = z.infer<typeof StarredItem>;

export const RECENT_URL = '/api/recent';
export const STARRED_URL = '/api/starred';

/** Address of a file for POST, which records that it was opened. */
export function recentUrl(path: string): string {
  return `${RECENT_URL}${encodePath(path)}`;
}

/** Address of an item for PUT and DELETE, which add and remove its star. */
export function starredUrl(path: string): string {
  return `${STARRED_URL}${encodePath(path)}`;
}
