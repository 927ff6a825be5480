import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import { actorOf } from './authenticate.ts';

/** What all large answers that wait for their clients may hold together. Bytes. */
const MOST_HELD = 256 * 1024 * 1024;
/** Of these, those for one user, and for all who come by links of theirs. Bytes. */
const MOST_HELD_FOR_ONE = 64 * 1024 * 1024;
/** Smaller ones are not counted. Bytes. */
const LARGE_BYTES = 256 * 1024;

const heldFor = new Map<number, number>();
let held = 0;

/**
 * Counts an answer that is in memory as a whole until it has left, or its client has: somebody who asks for
 * many and reads none would else fill the memory, or all that others have of it. `too-many-requests` when there is no room; one
 * has it always.
 */
export function holdMemory(reply: FastifyReply, bytes: number): void {
  if (bytes <= LARGE_BYTES) return;
  const { userId } = actorOf(reply.request);
  const isFull = held > 0 && held + bytes > MOST_HELD;
  const own = heldFor.get(userId) ?? 0;
  if (isFull || (own > 0 && own + bytes > MOST_HELD_FOR_ONE)) {
    throw new AppError('too-many-requests', 'too many large answers wait for their clients');
  }
  if (reply.raw.destroyed) return;
  count(userId, bytes);
  reply.raw.once('close', () => count(userId, -bytes));
}

function count(userId: number, bytes: number): void {
  held += bytes;
  const own = (heldFor.get(userId) ?? 0) + bytes;
  if (own > 0) heldFor.set(userId, own);
  else heldFor.delete(userId);
}
