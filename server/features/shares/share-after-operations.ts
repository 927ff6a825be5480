import { setTimeout } from 'node:timers/promises';
import { findShare, type StoredShare } from '../../metadata/shares.ts';
import type { ShareService } from './shares.ts';

/** Maximum time to wait until a running operation has updated the shares of its items. Milliseconds. */
const LONGEST_WAIT_MS = 2_000;
const POLL_EVERY_MS = 10;

/**
 * Reads a share again when its item seems to be deleted or replaced, because an operation may just have moved or replaced the item.
 * Waits until the operation has updated the share. Resolves with undefined if there was no such operation. `operationsBefore` is the
 * number of operations on the item before it was opened.
 */
export async function shareAfterOperations(
  { tree, db }: ShareService,
  share: StoredShare,
  operationsBefore: number,
): Promise<StoredShare | undefined> {
  const end = performance.now() + LONGEST_WAIT_MS;
  while (tree.sharedItems.isChanging(share.hash) && performance.now() < end) {
    await setTimeout(POLL_EVERY_MS);
  }
  const current = await findShare(db.read, share.hash, Date.now());
  const isUntouched = tree.sharedItems.operationsOn(share.hash) === operationsBefore;
  const isSame = current?.path === share.path && current.item === share.item;
  return isUntouched && isSame ? undefined : current;
}
