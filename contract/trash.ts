import { z } from 'zod';
import { EntryType } from './files.ts';
import { pageUrl, type PageQuery } from './pages.ts';
import { encodePath } from './paths.ts';

/**
 * Query parameter of DELETE /api/resources/…. Without it, an item is moved into the trash, or deleted for good where the trash cannot take it.
 * `true` deletes it for good. `false` moves it into the trash or changes nothing; the refusal is `not-into-trash` then.
 */
export const PERMANENT_QUERY = 'permanent';

/** Reply header of DELETE /api/resources/…: the id of the item in the trash. Absent when the item was deleted for good. */
export const TRASHED_HEADER = 'X-Trashed';

/** Item in the trash. */
export const TrashedItem = z.object({
  id: z.int(),
  /** Path at which the item was, from the home of the caller. */
  path: z.string(),
  name: z.string(),
  isDir: z.boolean(),
  isSymlink: z.boolean(),
  /** By the name, as in a listing; '' for folders. */
  type: EntryType,
  /** Bytes of the item and of everything below it. Null while the server has not measured a folder. */
  size: z.int().nullable(),
  /** Number of files and folders: 1 for a file; for a folder, everything below it and itself. Null as `size`. */
  entries: z.int().nullable(),
  /** Unix milliseconds. */
  deletedAt: z.int(),
  /** Name that the user who deleted the item had at that time. */
  deletedBy: z.string(),
  /** Time at which the server deletes the item for good, or earlier where the trash is full. Unix milliseconds. */
  expiresAt: z.int(),
});
export type TrashedItem = z.infer<typeof TrashedItem>;

/** Columns by which the list can be sorted. Default: `-deletedAt`, newest first. */
export const TRASH_COLUMNS = ['deletedAt'] as const;

export interface TrashQuery extends PageQuery {
  /** Lists only what the caller has deleted. For other users than administrators, this is always so. */
  readonly mine?: boolean;
}

/**
 * GET returns a page of `TrashedItem`, newest first, with the headers of `pages.ts`; `search` compares names and paths. Users see what they
 * have deleted, administrators everything; for both, scope and rules decide by the path at which the item was.
 *
 * DELETE empties the trash: it deletes everything for good that GET would list, and replies with a `TrashOutcome` of the items that could
 * not be deleted. Both take `mine=true`.
 *
 * What changes the trash takes an `X-Operation` key, becomes a job when it takes longer than a second, and goes on when its client disconnects.
 */
export const TRASH_URL = '/api/trash';

export function trashUrl({ mine, ...page }: TrashQuery = {}): string {
  const url = pageUrl(TRASH_URL, page);
  if (mine !== true) return url;
  return `${url}${url.includes('?') ? '&' : '?'}mine=true`;
}

/** Reply of GET /api/trash/usage. */
export const TrashUsage = z.object({
  /** False when deleted items do not go into the trash. Items in it can still be restored. */
  isOn: z.boolean(),
  /** Number of items that the caller sees. */
  items: z.int(),
  /** Their size, as far as it is measured. Bytes. */
  bytes: z.int(),
  /** Time after which items are deleted for good. Milliseconds. */
  keptMs: z.int(),
  /** Part of a disk that the trash may use, 0 to 100. */
  limitPercent: z.number(),
});
export type TrashUsage = z.infer<typeof TrashUsage>;
export const TRASH_USAGE_URL = `${TRASH_URL}/usage`;

/** Maximum number of items in one request. */
export const MAX_TRASHED_AT_ONCE = 1_000;

/** Body of POST /api/trash/possible, which returns a `TrashPossible`. */
export const TrashQuestion = z.object({
  /** Paths from the home of the caller. */
  paths: z.array(z.string()).max(MAX_TRASHED_AT_ONCE),
});
export type TrashQuestion = z.infer<typeof TrashQuestion>;
/** Which items a DELETE would not move into the trash. Says nothing about whether the caller may delete them. */
export const TrashPossible = z.object({
  /** Those of the paths that a DELETE would delete for good, because the trash is off or certainly cannot take them. */
  permanent: z.array(z.string()),
});
export type TrashPossible = z.infer<typeof TrashPossible>;
export const TRASH_POSSIBLE_URL = `${TRASH_URL}/possible`;

/** Body of POST /api/trash/delete, which deletes items for good. The reply is a `TrashOutcome`. */
export const TrashSelection = z.object({ ids: z.array(z.int()).min(1).max(MAX_TRASHED_AT_ONCE) });
export type TrashSelection = z.infer<typeof TrashSelection>;
export const TRASH_DELETE_URL = `${TRASH_URL}/delete`;

/**
 * Behaviour when a name is taken: `fail` refuses with 409, `rename` takes a free name (`a(1).txt`), `replace` replaces a file, or merges a folder
 * into a folder.
 */
export const RestoreConflict = z.enum(['fail', 'rename', 'replace']);
export type RestoreConflict = z.infer<typeof RestoreConflict>;

/** Body of POST /api/trash/restore, which restores several items. The reply is a `TrashOutcome`. Missing folders are created. */
export const RestoreRequest = TrashSelection.extend({
  /** Folder in which the items are put, from the home of the caller. Default: where each of them was. */
  folder: z.string().optional(),
  /** Default: fail. */
  onConflict: RestoreConflict.optional(),
});
export type RestoreRequest = z.infer<typeof RestoreRequest>;
export const TRASH_RESTORE_URL = `${TRASH_URL}/restore`;

/** Outcome for each item; of an emptying, for those that could not be deleted. The status of the reply is 200 even if some items failed. */
export const TrashOutcome = z.object({
  results: z.array(
    z.object({
      id: z.int(),
      /** 200 when it was done; otherwise the HTTP status that a request for this item alone would get: 403, 404, 409 when the name is taken, 423, … */
      status: z.int(),
      /** Path of the item afterwards, from the home of the caller. Present when it was restored. */
      path: z.string().optional(),
      /** Why it failed. */
      message: z.string().optional(),
    }),
  ),
  /** Number of further items that an emptying could not delete: `results` has the first 1,000. Absent for none. */
  more: z.int().optional(),
});
export type TrashOutcome = z.infer<typeof TrashOutcome>;

/**
 * Address of an item in the trash. DELETE deletes it for good: 204. POST to `…/restore` restores it: 200 with its address in
 * `Content-Location`, 409 when the name is taken. The query takes `destination`, the whole new path, percent-encoded once more as in
 * `transferUrl` (default: where the item was), `override` and `rename`. Missing folders are created.
 */
export function trashedItemUrl(id: number): string {
  return `${TRASH_URL}/${id}`;
}

/** GET returns a `Resource`, like `resourceUrl`. `path` is relative to the item: '/' is the item itself. */
export function trashedResourceUrl(id: number, path: string): string {
  return `${trashedItemUrl(id)}/resources${encodePath(path)}`;
}

/** GET downloads a file, or a folder as an archive, like `rawUrl` and `folderArchiveUrl`. */
export function trashedRawUrl(
  id: number,
  path: string,
  { inline }: { readonly inline: boolean } = { inline: false },
): string {
  return `${trashedItemUrl(id)}/raw${encodePath(path)}${inline ? '?inline=true' : ''}`;
}

/** GET returns a preview of a file, like `previewUrl`. */
export function trashedPreviewUrl(id: number, size: 'thumb' | 'big', path: string): string {
  return `${trashedItemUrl(id)}/preview/${size}${encodePath(path)}`;
}
