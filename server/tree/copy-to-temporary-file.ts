import type { TreePath } from '#contract/paths.ts';
import type { TemporaryFileRef } from '../storage/driver.ts';
import { untilStopped, untilCancelled, type OperationControl } from './operation-control.ts';
import { newTemporaryFileIn, refOfTemporaryFile, removeTemporaryFile } from './temporary-entry.ts';
import { refOf } from './entry-paths.ts';
import type { Tree } from './tree.ts';
import type { WalkFilter } from '../policy/walk-filter.ts';
import type { EntryRef } from '../storage/entry.ts';
import type { Exceptions } from '../storage/walk-outcomes.ts';

interface CopyOrder {
  readonly from: TreePath;
  /** Path at which the copy will be published. */
  readonly to: TreePath;
  /** Folder that holds the copy until then. */
  readonly folder: TreePath;
  readonly scope: TreePath;
  readonly filter: WalkFilter;
}

interface CopiedPart {
  readonly part: TemporaryFileRef;
  readonly leftOut: Exceptions;
}

/** Copies an entry to a temporary file or folder and flushes it. Removes the copy when that fails or is cancelled. */
export async function copyToTemporaryFile(
  tree: Tree,
  { from, to, folder, scope, filter }: CopyOrder,
  control: OperationControl,
): Promise<CopiedPart> {
  const part = newTemporaryFileIn(folder);
  await tree.journal.recordTemporaryFile(part);
  const input = {
    from: refOf(from),
    to: refOfTemporaryFile(part),
    finalPlace: to,
    scope,
    filter,
    // The copy may replace an entry, and its original may be removed as soon as the copy is published.
    durable: true,
  };
  try {
    const leftOut = await countMeanwhile(tree, { entry: input.from, filter }, control, () =>
      tree.walks.copy(input, untilCancelled(control)),
    );
    return { part, leftOut };
  } catch (error) {
    await discardCopy(tree, part, control);
    throw error;
  }
}

/** Removes a copy. While the server stops, the next start removes it. */
export async function discardCopy(
  tree: Tree,
  part: TemporaryFileRef,
  control: OperationControl,
): Promise<void> {
  if (control.stopping.aborted) return;
  await removeTemporaryFile(tree, part, { signal: untilStopped(control).signal });
}

/** Time after which the progress of a copy is worth reporting. Milliseconds. */
const LONG_MS = 500;

/** Copies, and meanwhile counts what there is to copy if that takes long. A failed count is ignored. */
async function countMeanwhile<T>(
  { walks }: Tree,
  { entry, filter }: { readonly entry: EntryRef; readonly filter: WalkFilter },
  control: OperationControl,
  work: () => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const timer = setTimeout(() => {
    walks
      .survey({ entry, filter, refused: 'skips' }, { signal: done.signal })
      .then(control.reportTotals, () => undefined);
  }, LONG_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    done.abort();
  }
}
