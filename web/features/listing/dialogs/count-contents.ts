import type { Entry } from '#contract/files.ts';
import { totalsOf } from '../../../api/files.ts';

export interface Contents {
  readonly files: number;
  readonly folders: number;
  /** Bytes of all files. */
  readonly size: number;
}

/** Maximum number of folders that the server counts at the same time. */
const MAX_AT_ONCE = 4;

/** Returns the totals that are known without reading folders. */
export function visibleContents(entries: readonly Entry[]): Contents {
  const files = entries.filter(({ isDir }) => !isDir);
  return {
    files: files.length,
    folders: entries.length - files.length,
    size: files.reduce((sum, { size }) => sum + size, 0),
  };
}

/** Adds the contents of folders on all levels, and reports each intermediate sum. Throws the failures of the calls. */
export async function countContents(
  entries: readonly Entry[],
  start: Contents,
  onSum: (sum: Contents) => void,
  signal: AbortSignal,
): Promise<void> {
  const waiting = entries.filter(({ isDir }) => isDir).values();
  let sum = start;
  const work = async () => {
    for (const { path } of waiting) {
      const inside = await totalsOf(path, signal);
      signal.throwIfAborted();
      sum = {
        files: sum.files + inside.numFiles,
        folders: sum.folders + inside.numDirs,
        size: sum.size + inside.size,
      };
      onSum(sum);
    }
  };
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, work));
}
