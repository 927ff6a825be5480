import { z } from 'zod';
import { Entry } from './files.ts';
import { encodePath } from './paths.ts';

/** One line of the reply of GET /api/search (compatibility.md 5.5). */
export const SearchHit = z.object({
  dir: z.boolean(),
  /** Path relative to the searched folder, without a leading or trailing slash. */
  path: z.string(),
  /** Address of the page that shows the item, without the base path: `/files/…`, with a trailing slash for a folder. */
  url: z.string(),
  /** With `details=true` only: the entry as in a listing, with `path` from the user's home and without `subtitles`. */
  entry: Entry.optional(),
});
export type SearchHit = Readonly<z.infer<typeof SearchHit>>;

/** Interval in milliseconds at which an empty line tells the client that the search continues. */
export const SEARCH_HEARTBEAT_MS = 5_000;

/** Returns the address of a search below `folder`; '' or '/' is the home. */
export function searchUrl(folder: string, query: string): string {
  const path = folder.endsWith('/') ? folder : `${folder}/`;
  return `/api/search${encodePath(path)}?query=${encodeURIComponent(query)}&details=true`;
}
