import { z } from 'zod';
import { encodePath } from './paths.ts';

/** What a listing sorts by. The wire's `asc` is inverted for names: `asc: false` is A→Z (WIRE.md 3.7). */
export const Sorting = z.object({
  by: z.preprocess((by) => (by === '' ? 'name' : by), z.enum(['name', 'size', 'modified'])),
  asc: z.boolean(),
});
export type Sorting = z.infer<typeof Sorting>;

/** `''` is a folder; `invalid_link` a link that is broken or leads out of the scope. */
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
  /** From the user's home, without a slash at the end. */
  path: z.string(),
  name: z.string(),
  size: z.int().nonnegative(),
  /** With its dot; '' for folders and names without one. */
  extension: z.string(),
  /** RFC 3339 with up to nine fractional digits. */
  modified: z.string(),
  /** Permission bits and kind as the predecessor's clients read them (WIRE.md 0.7). */
  mode: z.int().nonnegative(),
  isDir: z.boolean(),
  isSymlink: z.boolean(),
  type: EntryType,
  subtitles: z.array(z.string()).optional(),
});
export type Entry = z.infer<typeof Entry>;

/** GET /api/resources of a folder. `path` echoes the asked path, with its slash at the end if it had one. */
export const Folder = Entry.extend({
  items: z.array(Entry),
  numDirs: z.int(),
  numFiles: z.int(),
  sorting: Sorting,
});
export type Folder = z.infer<typeof Folder>;

/** GET /api/resources of a file. */
export const FileInfo = Entry.extend({
  content: z.string().optional(),
  checksums: z.record(z.string(), z.string()).optional(),
});
export type FileInfo = z.infer<typeof FileInfo>;

export type Resource = Folder | FileInfo;

/** GET /api/usage: bytes of the file system that holds the folder. */
export const Usage = z.object({ used: z.int(), total: z.int() });
export type Usage = z.infer<typeof Usage>;

/** GET /api/resources/recursive: a flat list of all below a folder. */
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

/** GET /api/totals: what a folder holds, all levels together. */
export const Totals = z.object({
  numFiles: z.int(),
  numDirs: z.int(),
  /** Bytes of all files. */
  size: z.int(),
});
export type Totals = z.infer<typeof Totals>;

export function resourceUrl(path: string): string {
  return `/api/resources${encodePath(path)}`;
}

/** Several algorithms are answered from one reading of the file. */
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
