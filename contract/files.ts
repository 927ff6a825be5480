import { z } from 'zod';
import { encodePath } from './paths.ts';

/**
 * Order of a listing: by `name`, `size`, `modified`, or another word that a client of File Browser 2 has stored. For names `asc` is
 * inverted: `asc: false` is A→Z (compatibility.md 3.7).
 */
export const Sorting = z.object({
  by: z
    .string()
    .regex(/^[\w-]{0,64}$/)
    .transform((by) => (by === '' ? 'name' : by))
    // Declares the type of the result, which a JSON schema cannot derive from a transform.
    .pipe(z.string()),
  asc: z.boolean(),
});
export type Sorting = z.infer<typeof Sorting>;

/**
 * Type of an entry, mostly by its name. `''`: a folder; `textImmutable`: a text that the user may not change; `blob`: a file of no other
 * type; `invalid_link`: a symlink that is broken or leads out of the scope.
 */
export const EntryType = z.enum([
  '',
  'text',
  'textImmutable',
  'image',
  'audio',
  'video',
  'pdf',
  'blob',
  'invalid_link',
]);
export type EntryType = z.infer<typeof EntryType>;

export const Entry = z.object({
  /** Path from the user's home, without a trailing slash. */
  path: z.string(),
  name: z.string(),
  size: z.int().nonnegative(),
  /** Extension with its dot; '' for folders and names without one. */
  extension: z.string(),
  /** RFC 3339 with up to nine fractional digits. */
  modified: z.string(),
  /** Permission bits and type as clients of File Browser 2 read them (compatibility.md 0.7). */
  mode: z.int().nonnegative(),
  isDir: z.boolean(),
  isSymlink: z.boolean(),
  type: EntryType,
  /** Paths of the subtitle files beside a video, from the user's home. */
  subtitles: z.array(z.string()).optional(),
});
export type Entry = z.infer<typeof Entry>;

/** Reply of GET /api/resources for a folder. `path` is the requested path, including its trailing slash if it had one. */
export const Folder = Entry.extend({
  items: z.array(Entry),
  numDirs: z.int(),
  numFiles: z.int(),
  sorting: Sorting,
});
export type Folder = z.infer<typeof Folder>;

/** Reply of GET /api/resources for a file. */
export const FileInfo = Entry.extend({
  /** Text of the file; absent with `content=false`. */
  content: z.string().optional(),
  /** Size of an image in pixels, after the rotation in its metadata, if its header can be read. */
  resolution: z.object({ width: z.int(), height: z.int() }).optional(),
  checksums: z.record(z.string(), z.string()).optional(),
  /** The SHA-256 of the bytes that were verified when the file was received or copied. Absent if the file has changed since. */
  storedChecksum: z
    .object({
      /** In lower-case hexadecimal. */
      sha256: z.string(),
      /** Time at which it was stored, in RFC 3339. */
      storedAt: z.string(),
    })
    .optional(),
});
export type FileInfo = z.infer<typeof FileInfo>;
export type StoredChecksum = NonNullable<FileInfo['storedChecksum']>;

export type Resource = Folder | FileInfo;

/** Reply of GET /api/usage: bytes of the file system that holds the folder. */
export const Usage = z.object({ used: z.int(), total: z.int() });
export type Usage = z.infer<typeof Usage>;

/** Entry in the reply of GET /api/resources/recursive, a flat list of everything below a folder. */
export const Descendant = z.object({
  path: z.string(),
  name: z.string(),
  size: z.int(),
  modified: z.string(),
  isDir: z.boolean(),
});
export type Descendant = z.infer<typeof Descendant>;

export const CHECKSUM_ALGORITHMS = ['md5', 'sha1', 'sha256', 'sha512'] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/** Reply of GET /api/totals: everything below a folder, at all levels. */
export const Totals = z.object({
  numFiles: z.int(),
  numDirs: z.int(),
  /** Sum of the sizes of all files in bytes. */
  size: z.int(),
});
export type Totals = z.infer<typeof Totals>;

export function resourceUrl(path: string): string {
  return `/api/resources${encodePath(path)}`;
}

/** Address of the subfolders of a folder, whose path ends with a slash. */
export function subfoldersUrl(path: string): string {
  return `${resourceUrl(path)}?folders=true`;
}

/** Address of a file's metadata without its text. */
export function factsUrl(path: string): string {
  return `${resourceUrl(path)}?content=false`;
}

/** Address of checksums. The server reads the file once for all algorithms. */
export function checksumUrl(path: string, algorithms: readonly ChecksumAlgorithm[]): string {
  return `${resourceUrl(path)}?checksum=${algorithms.join(',')}`;
}

export function totalsUrl(path: string): string {
  return `/api/totals${encodePath(path)}`;
}

export function usageUrl(path: string): string {
  return `/api/usage${encodePath(path)}`;
}

export function rawUrl(path: string, { inline }: { inline: boolean } = { inline: false }): string {
  return `/api/raw${encodePath(path)}${inline ? '?inline=true' : ''}`;
}
