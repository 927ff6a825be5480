import type { TreePath } from '#contract/paths.ts';
import type { EntryStat } from '../entry.ts';
import type { RootDescriptor } from './root-descriptor.ts';
import { abandonFlush, openForFlush, type UnflushedFolder } from './unflushed.ts';
import { withFolderAt } from './walk.ts';

/** An entry that was written, and its folder, which still has to be flushed. */
export interface Written {
  readonly stat: EntryStat;
  /** Undefined for a folder that cannot be flushed; see `openForFlush`. */
  readonly unflushed: UnflushedFolder | undefined;
}

/**
 * Calls `work` with the folder at `path`, open, to change its entries. Returns the folder for the caller to flush; undefined if it cannot be
 * flushed.
 */
export function changeFolder(
  root: RootDescriptor,
  path: TreePath,
  work: (folder: number) => void,
): UnflushedFolder | undefined {
  return withFolderAt(root, path, (walked) => {
    // Opened before the change, because an error after it would make the caller believe that nothing has changed.
    const unflushed = openForFlush(walked);
    try {
      work(walked);
      return unflushed;
    } catch (error) {
      abandonFlush(unflushed);
      throw error;
    }
  });
}

/** Calls `work` with the folder at `path`, open, to write an entry in it. */
export function writeInFolder(
  root: RootDescriptor,
  path: TreePath,
  work: (folder: number) => EntryStat,
): Written {
  let stat: EntryStat | undefined;
  const unflushed = changeFolder(root, path, (folder) => {
    stat = work(folder);
  });
  if (stat === undefined) throw new Error('a file was written without a result');
  return { stat, unflushed };
}
