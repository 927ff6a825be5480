import { z } from 'zod';
import { encodePath } from './paths.ts';

/** Maximum number of paths in one call of POST /api/existing. */
export const MAX_EXISTING_PATHS = 5_000;
/** Maximum size of the body of POST /api/existing, in bytes. It has room for fewer paths if they are very long. */
export const MAX_EXISTING_BODY_BYTES = 4 * 1024 * 1024;

/** Body of POST /api/existing: paths below the folder in the address, such as `photos/a.jpg`. */
export const ExistingPaths = z.object({ paths: z.array(z.string()).max(MAX_EXISTING_PATHS) });
export type ExistingPaths = z.infer<typeof ExistingPaths>;

/** An entry that exists. `path` is as in the request. */
export const ExistingItem = z.object({
  path: z.string(),
  isDir: z.boolean(),
  /** In bytes. */
  size: z.int().nonnegative(),
  /** In RFC 3339. */
  modified: z.string(),
  /** Free name that "keep both" would use, such as `a(1).jpg`. Only for names directly in the folder. */
  freeName: z.string().optional(),
});
export type ExistingItem = z.infer<typeof ExistingItem>;

/** Reply of POST /api/existing: those of the paths at which something exists. */
export const ExistingItems = z.object({ items: z.array(ExistingItem) });
export type ExistingItems = z.infer<typeof ExistingItems>;

/** Address for POST, which returns those of the given paths below a folder at which something exists. */
export function existingUrl(folder: string): string {
  return `/api/existing${encodePath(folder)}`;
}
