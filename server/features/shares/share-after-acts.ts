import { setTimeout } from 'node:timers/promises';
import { findShare, type StoredShare } from '../../metadata/shares.ts';
import type { ShareService } from './shares.ts';

/** An act tells its links when it is done; long ones have their items at one place or the other until then. */
const LONGEST_WAIT_MS = 2_000;
const LOOK_EVERY_MS = 10;

/**
 * A link whose item seems gone or replaced, because an act of ours has just moved it or given it other contents: as it is when
 * that has been told to the link. Undefined when there was no such act, and what it seems is true. `actsBefore`: how many there
 * had been when it was looked at.
 */
export async function shareAfterActs(
  { tree, db }: ShareService,
  share: StoredShare,
  actsBefore: number,
): Promise<StoredShare | undefined> {
  const end = performance.now() + LONGEST_WAIT_MS;
  while (tree.sharedItems.isChanging(share.hash) && performance.now() < end) {
    await setTimeout(LOOK_EVERY_MS);
  }
  const told = await findShare(db.read, share.hash, Date.now());
  const isUntouched = tree.sharedItems.operationsOn(share.hash) === actsBefore;
  const isSame = told?.place === share.place && told.item === share.item;
  return isUntouched && isSame ? undefined : told;
}
