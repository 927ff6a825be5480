import { z } from 'zod';
import { encodePath } from './paths.ts';

/**
 * What a listing sorts by: `name`, `size` or `modified`, or any other word that an old client has stored. The wire's `asc` is
 * inverted for names: `asc: false` is A→Z (compatibility.md 3.7).
 */
export const Sorting = z.object({
  by: z
    .string()
    .regex(/^[\w-]{0,64}$/)
    .transform((by) => (by === '' ? 'name' : by))
    .pipe(z.string()),
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
  /** Permission bits and kind as the predecessor's clients read them (compatibility.md 0.7). */
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

/** Pixels as they are shown, after a turn that the picture asks for. */
export interface Resolution {
  readonly width: number;
  readonly height: number;
}

/** GET /api/resources of a file. */
export const FileInfo = Entry.extend({
  /** Not there when it was asked for with `content=false`. */
  content: z.string().optional(),
  /** Of a picture, where it can be told. */
  resolution: z.object({ width: z.int(), height: z.int() }).optional(),
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

/** The facts of a file without its contents, however small a text it is. */
export function factsUrl(path: string): string {
  return `${resourceUrl(path)}?content=false`;
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
