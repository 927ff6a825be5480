import { z } from 'zod';
import { Entry } from './files.ts';
import { encodePath } from './paths.ts';

/** One line of GET /api/search (compatibility.md 5.5). */
export const SearchHit = z.object({
  dir: z.boolean(),
  /** Relative to the folder that was searched, without a slash at its start or end. */
  path: z.string(),
  /** Of the page that shows it, within the base address: `/files/…`, with a slash at its end for a folder. */
  url: z.string(),
  /**
   * With `details=true` only: the entry as a listing would have it, its `path` counted from the user's home, but without
   * the subtitles of a video.
   */
  entry: Entry.optional(),
});
export type SearchHit = Readonly<z.infer<typeof SearchHit>>;

/** Between hits a line without anything on it says that the search goes on. */
export const SEARCH_HEARTBEAT_MS = 5_000;

/** `folder` is its path, '' or '/' for the home. */
export function searchUrl(folder: string, query: string): string {
  const path = folder.endsWith('/') ? folder : `${folder}/`;
  return `/api/search${encodePath(path)}?query=${encodeURIComponent(query)}&details=true`;
}
