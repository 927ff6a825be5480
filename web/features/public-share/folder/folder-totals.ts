import type { Entry } from '#contract/files.ts';

/** Numbers and size of the direct children of a folder. */
export interface FolderTotals {
  readonly folders: number;
  readonly files: number;
  /** Bytes of the files, without subfolders. */
  readonly bytes: number;
}

export function folderTotals(items: readonly Entry[]): FolderTotals {
  const files = items.filter(({ isDir }) => !isDir);
  return {
    folders: items.length - files.length,
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
  };
}
