import { setTimeout } from 'node:timers/promises';
import { findShare, type StoredShare } from '../../metadata/shares.ts';
import type { ShareService } from './shares.ts';

/** Maximum time to wait until a running operation has updated the shares of its items. Milliseconds. */
const LONGEST_WAIT_MS = 2_000;
const LOOK_EVERY_MS = 10;

/**
 * Reads a share again whose item seemed deleted or replaced, because an operation may just have moved or replaced it, and
 * waits until the operation has updated the share. Undefined without such an operation. `operationsBefore`: number of operations
 * on the item before it was looked up.
 */
export async function shareAfterOperations(
  { tree, db }: ShareService,
  share: StoredShare,
  operationsBefore: number,
): Promise<StoredShare | undefined> {
  const end = performance.now() + LONGEST_WAIT_MS;
  while (tree.sharedItems.isChanging(share.hash) && performance.now() < end) {
    await setTimeout(LOOK_EVERY_MS);
  }
  const told = await findShare(db.read, share.hash, Date.now());
  const isUntouched = tree.sharedItems.operationsOn(share.hash) === operationsBefore;
  const isSame = told?.place === share.place && told.item === share.item;
  return isUntouched && isSame ? undefined : told;
}
