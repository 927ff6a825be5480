import type { FastifyReply } from 'fastify';
import { FairGate } from '../lib/fair-gate.ts';
import type { EntryStat } from '../storage/driver.ts';
import { inTurn } from './take-turn.ts';

/**
 * Until it is compressed, the text of a large folder takes many times the memory of what is sent; more than one at a time would
 * not come sooner, for each is read by all threads there are for them.
 */
const LARGE_LISTINGS = { atOnce: 2, ofOne: 1, waitingOfOne: 60 };
/** Size of a folder in bytes, as most file systems tell it: some hundreds of names. */
const LARGE_FOLDER_BYTES = 16 * 1024;

const gate = new FairGate(LARGE_LISTINGS);

/** Whether a folder says of itself that it is large. Some file systems tell the same size of all folders. */
export function isLargeFolder({ size }: EntryStat): boolean {
  return size >= LARGE_FOLDER_BYTES;
}

/** Lists a large folder when it is the account's turn; `too-many-requests` when too many of theirs wait. */
export function listInTurn<Result>(
  reply: FastifyReply,
  account: string,
  list: () => Promise<Result>,
): Promise<Result> {
  return inTurn(reply, gate, account, list);
}
