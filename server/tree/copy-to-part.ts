import type { TreePath } from '#contract/paths.ts';
import type { TemporaryFileRef } from '../storage/driver.ts';
import { untilStopped, untilCancelled, type OperationControl } from './operation-control.ts';
import { countMeanwhile } from './count-meanwhile.ts';
import { newPartIn, refOfPart, removeTemporaryFile } from './hidden-part.ts';
import { refOf } from './entry-paths.ts';
import type { Tree } from './tree.ts';
import type { WalkFilter } from '../policy/walk-filter.ts';
import type { Exceptions } from '../storage/walk-outcomes.ts';

interface CopyOrder {
  readonly from: TreePath;
  /** Where the copy will lie at last. */
  readonly to: TreePath;
  /** In which the copy waits, hidden. */
  readonly folder: TreePath;
  readonly scope: TreePath;
  readonly filter: WalkFilter;
}

interface CopiedPart {
  readonly part: TemporaryFileRef;
  readonly leftOut: Exceptions;
}

/** Copies an entry to a hidden name, whole and flushed to the disk; when that fails or is called off, nothing of it is left. */
export async function copyToPart(
  tree: Tree,
  { from, to, folder, scope, filter }: CopyOrder,
  control: OperationControl,
): Promise<CopiedPart> {
  const part = newPartIn(folder);
  await tree.journal.recordPart(part);
  const input = {
    from: refOf(from),
    to: refOfPart(part),
    finalPlace: to,
    scope,
    filter,
    // The copy may replace something, and its original may be removed as soon as it has its name.
    durable: true,
  };
  try {
    const leftOut = await countMeanwhile(tree, { entry: input.from, filter }, control, () =>
      tree.walks.copy(input, untilCancelled(control)),
    );
    return { part, leftOut };
  } catch (error) {
    await dropPart(tree, part, control);
    throw error;
  }
}

/** When the server stops, what is noted is left to the next start. */
export async function dropPart(
  tree: Tree,
  part: TemporaryFileRef,
  control: OperationControl,
): Promise<void> {
  if (control.stopping.aborted) return;
  await removeTemporaryFile(tree, part, { signal: untilStopped(control).signal });
}
