import { setImmediate as nextTurn } from 'node:timers/promises';
import { claimGarbage, markGarbage, removeBlobRows, reviveBlobs } from '../../metadata/blobs.ts';
import { purgeDetached } from './remove-stored.ts';
import { change, type StoredTree } from './stored-tree.ts';
import { WalkRun } from './walk-run.ts';

/** Time for which contents are kept after the last entry that referred to them. Milliseconds. */
export const KEPT_MS = 24 * 60 * 60_000;

/** Number of blobs that one transaction examines. */
const EXAMINED_AT_ONCE = 2_000;
const REMOVED_AT_ONCE = 100;

export interface CollectOptions {
  /** Time for which contents without an entry are kept. Milliseconds. */
  readonly keptMs: number;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/** Number and size of blobs. */
export interface Removed {
  readonly blobs: number;
  /** Size in bytes of those whose size was recorded. */
  readonly bytes: number;
}

/**
 * Removes contents to which no entry has referred for a time. A blob is first marked, and removed by a later call, when its mark is old
 * enough. Reserved blobs that were never completed are removed after a day. Blobs without a record are kept: they are reported
 * by `filebrowser storage verify`.
 */
export async function collectGarbage(
  tree: StoredTree,
  { keptMs, nowMs, signal }: CollectOptions,
): Promise<Removed> {
  await purgeDetached(tree, new WalkRun({ signal }));
  await markAll(tree, nowMs, signal);
  const removed = { blobs: 0, bytes: 0 };
  // Marks of this moment are included if nothing is kept.
  const markedBeforeMs = nowMs - keptMs + (keptMs === 0 ? 1 : 0);
  // A running server may have reserved ids and not used them yet, whatever `keptMs` is.
  const age = { markedBeforeMs, reservedBeforeMs: nowMs - KEPT_MS };
  for (;;) {
    signal.throwIfAborted();
    const claimed = await change(tree, (tx) => claimGarbage(tx, age, REMOVED_AT_ONCE));
    for (const { id } of claimed) await tree.blobs.remove(id);
    const ids = claimed.map(({ id }) => id);
    await change(tree, (tx) => removeBlobRows(tx, ids));
    removed.blobs += claimed.length;
    removed.bytes += claimed.reduce((sum, { size }) => sum + (size ?? 0), 0);
    if (claimed.length < REMOVED_AT_ONCE) return removed;
  }
}

/** Marks the blobs without an entry. */
async function markAll(tree: StoredTree, nowMs: number, signal: AbortSignal): Promise<void> {
  await change(tree, (tx) => reviveBlobs(tx, nowMs));
  let after: string | undefined = '';
  while (after !== undefined) {
    signal.throwIfAborted();
    after = await markSlice(tree, after, nowMs);
    await nextTurn();
  }
}

function markSlice(tree: StoredTree, after: string, nowMs: number): Promise<string | undefined> {
  return change(tree, (tx) => markGarbage(tx, { after, most: EXAMINED_AT_ONCE, nowMs }));
}
