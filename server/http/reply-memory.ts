import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';

/** What all large answers that wait for their clients may hold together. Bytes. */
const MAX_HELD_BYTES = 256 * 1024 * 1024;
/** Smaller ones are not counted. Bytes. */
const LARGE_BYTES = 256 * 1024;

let held = 0;

/**
 * Counts an answer that is in memory as a whole until it has left, or its client has: somebody who asks for
 * many and reads none would else fill the memory. `too-many-requests` when there is no room; one has it always.
 */
export function holdMemory(reply: FastifyReply, bytes: number): void {
  if (bytes <= LARGE_BYTES) return;
  if (held > 0 && held + bytes > MAX_HELD_BYTES) {
    throw new AppError('too-many-requests', 'too many large answers wait for their clients');
  }
  if (reply.raw.destroyed) return;
  held += bytes;
  reply.raw.once('close', () => {
    held -= bytes;
  });
}
