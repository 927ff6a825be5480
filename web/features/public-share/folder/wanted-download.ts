import type { Entry } from '#contract/files.ts';

/** Returns true for entries that can be downloaded; a broken symlink has no content. */
export function isDownloadable({ type }: Entry): boolean {
  return type !== 'invalid_link';
}

/** Download that the visitor wants: one file, or an archive. */
export type WantedDownload =
  | { readonly kind: 'file'; readonly file: Entry }
  /** Without `names`, the whole folder. */
  | { readonly kind: 'archive'; readonly folder: string; readonly names: readonly string[] };

/** Returns the download of entries of a folder; of the whole folder if `entries` is empty. */
export function wantedDownload(folder: string, entries: readonly Entry[]): WantedDownload {
  const [only, ...others] = entries;
  if (only === undefined || others.length > 0) {
    return { kind: 'archive', folder, names: entries.map(({ name }) => name) };
  }
  return only.isDir
    ? { kind: 'archive', folder: only.path, names: [] }
    : { kind: 'file', file: only };
}
