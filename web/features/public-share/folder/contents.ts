import type { Entry } from '#contract/files.ts';

/** What lies in a folder itself. */
export interface Contents {
  readonly folders: number;
  readonly files: number;
  /** Of the files; what is in the folders is not known. */
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

/** A link that leads nowhere has nothing that could be taken along. */
export function isWhole({ type }: Entry): boolean {
  return type !== 'invalid_link';
}

/** What a download would bring: one file as it is, or an archive. */
export type Wanted =
  | { readonly kind: 'file'; readonly file: Entry }
  | { readonly kind: 'archive'; readonly folder: string; readonly names: readonly string[] };

/** Of entries of `folder`; of everything in it when there are none. */
export function wantedOf(folder: string, entries: readonly Entry[]): Wanted {
  const [only, ...others] = entries;
  if (only === undefined || others.length > 0) {
    return { kind: 'archive', folder, names: entries.map(({ name }) => name) };
  }
  return only.isDir
    ? { kind: 'archive', folder: only.path, names: [] }
    : { kind: 'file', file: only };
}
