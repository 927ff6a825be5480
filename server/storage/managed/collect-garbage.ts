import { setImmediate as nextTurn } from 'node:timers/promises';
import { beginRemovals, markGarbage, removeBlobRows, reviveBlobs } from '../../metadata/blobs.ts';
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
 * Removes blobs to which no entry has referred for a time. A call marks those without an entry as garbage; a later call removes them when they
 * have been garbage for `keptMs`. Reserved blobs that were never completed are removed after a day. Blobs without a record are kept:
 * `filebrowser storage verify` reports them.
 */
export async function collectGarbage(
  tree: StoredTree,
  { keptMs, nowMs, signal }: CollectOptions,
): Promise<Removed> {
  // Rows of removed trees may still refer to blobs.
  await purgeDetached(tree, new WalkRun({ signal }));
  await markAll(tree, nowMs, signal);
  const removed = { blobs: 0, bytes: 0 };
  // With `keptMs` 0, the blobs that this call has marked are removed, too.
  const markedBeforeMs = nowMs - keptMs + (keptMs === 0 ? 1 : 0);
  // A running server may have reserved ids and not used them yet, whatever `keptMs` is.
  const age = { markedBeforeMs, reservedBeforeMs: nowMs - KEPT_MS };
  for (;;) {
    signal.throwIfAborted();
    const garbage = await change(tree, (tx) => beginRemovals(tx, age, REMOVED_AT_ONCE));
    for (const { id } of garbage) await tree.blobs.remove(id);
    const ids = garbage.map(({ id }) => id);
    await change(tree, (tx) => removeBlobRows(tx, ids));
    removed.blobs += garbage.length;
    removed.bytes += garbage.reduce((sum, { size }) => sum + (size ?? 0), 0);
    if (garbage.length < REMOVED_AT_ONCE) return removed;
  }
}

/** Marks the blobs without an entry as garbage, and unmarks those that have an entry again. */
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
