import type { TreePath } from '#contract/paths.ts';
import { untilStopped, untilCancelled, type OperationControl } from './operation-control.ts';
import { removeTemporary, requireEntryOrProof, temporaryOf } from './temporary-entry.ts';
import { refOf } from './entry-paths.ts';
import type { TransferRecord } from './finish-operation.ts';
import type { Destination } from './destination.ts';
import { mergesInto } from './transfer.ts';
import type { Tree } from './tree.ts';
import type { WalkFilter } from '../policy/walk-filter.ts';
import type { EntryRef } from '../storage/entry.ts';
import type { NotCopied } from '../storage/walk-outcomes.ts';

/** An entry to copy, and how; the last three as in `CopyTask`. */
interface CopyOrder {
  readonly source: TreePath;
  readonly scope: TreePath;
  readonly filter: WalkFilter;
  readonly comparison: 'disk' | 'cache';
  readonly skipsUnreadable?: boolean;
  readonly skipsSame?: boolean | undefined;
}

/**
 * Copies an entry to the temporary path of its journal record and flushes the copy. Returns what is not in it. Removes the copy when that
 * fails or is cancelled.
 */
export async function copyToTemporaryFile(
  tree: Tree,
  record: TransferRecord,
  { source, ...order }: CopyOrder,
  control: OperationControl,
): Promise<NotCopied> {
  const { operation } = record;
  const input = {
    from: refOf(source),
    to: refOf(temporaryOf(operation)),
    finalPath: operation.target,
    ...order,
    // The copy may replace an entry, and its original may be removed as soon as the copy is published.
    durable: true,
    continues: control.interrupted?.continues,
  };
  try {
    if (input.continues)
      await requireEntryOrProof(tree, temporaryOf(operation), operation.folderEvidence);
    const { digests = [], ...leftOut } = await countMeanwhile(
      tree,
      { entry: input.from, filter: order.filter },
      control,
      () => tree.walks.copy(input, untilCancelled(control)),
    );
    for (const { sha256, ...file } of digests) tree.digests.record(file, sha256);
    return leftOut;
  } catch (error) {
    await discardCopy(tree, record, control);
    throw error;
  }
}

/** Records that a copy is complete. Recovery publishes it from now on, instead of removing it. */
export async function recordCompleteCopy(
  { walks }: Tree,
  record: TransferRecord,
  destination: Destination,
): Promise<void> {
  const copy = await walks.stat({ entry: refOf(temporaryOf(record.operation)) });
  const state = mergesInto(destination) === undefined ? 'publishing' : 'merging';
  await record.advance({ state, item: copy?.fingerprint });
}

/** Removes a copy. Leaves that to the next start while the server stops. */
export async function discardCopy(
  tree: Tree,
  record: TransferRecord,
  control: OperationControl,
): Promise<void> {
  if (control.stopping.aborted) return;
  await removeTemporary(tree, record, { signal: untilStopped(control).signal });
}

/** Time after which the progress of a copy is worth reporting. Milliseconds. */
const LONG_MS = 500;

/** Runs `work`, which copies an entry. If that takes long, it counts meanwhile what there is to copy. A failed count is ignored. */
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
