import type { Entry } from '#contract/files.ts';

/** Numbers and size of the direct children of a folder. */
export interface Contents {
  readonly folders: number;
  readonly files: number;
  /** Bytes of the files, without subfolders. */
  readonly bytes: number;
}

export function contentsOf(items: readonly Entry[]): Contents {
  const files = items.filter(({ isDir }) => !isDir);
  return {
    folders: items.length - files.length,
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
  };
}

/** Returns true for entries that can be downloaded; a broken symlink has no content. */
export function isDownloadable({ type }: Entry): boolean {
  return type !== 'invalid_link';
}

/** Requested download: one file, or an archive. */
export type Wanted =
  | { readonly kind: 'file'; readonly file: Entry }
  | { readonly kind: 'archive'; readonly folder: string; readonly names: readonly string[] };

/** Returns the download of entries in `folder`; of everything if there are none. */
export function wantedOf(folder: string, entries: readonly Entry[]): Wanted {
  const [only, ...others] = entries;
  if (only === undefined || others.length > 0) {
    return { kind: 'archive', folder, names: entries.map(({ name }) => name) };
  }
  return only.isDir
    ? { kind: 'archive', folder: only.path, names: [] }
    : { kind: 'file', file: only };
}
