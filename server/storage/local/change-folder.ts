import type { TreePath } from '#contract/paths.ts';
import type { EntryStat } from '../entry.ts';
import type { RootDescriptor } from './root-descriptor.ts';
import { abandonFlush, openForFlush, type UnflushedFolder } from './unflushed.ts';
import { withFolderAt } from './walk.ts';

/** An entry that was written, and its folder, which is still to be flushed. */
export interface Written {
  readonly stat: EntryStat;
  readonly unflushed: UnflushedFolder | undefined;
}

/** Changes a folder and returns it, to be flushed. */
export function changeFolder(
  root: RootDescriptor,
  path: TreePath,
  work: (folder: number) => void,
): UnflushedFolder | undefined {
  return withFolderAt(root, path, (walked) => {
    // Opened before the change: after it, nothing may fail any more.
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

/** Writes an entry of a folder. */
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
