import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import type { FairGate } from '../lib/fair-gate.ts';
import { whenCallerLeaves } from './caller-left.ts';

/**
 * Waits for the user's turn, which lasts until the answer has been sent or its caller has left. `too-many-requests` when
 * too much of theirs waits already.
 */
export async function takeTurn(reply: FastifyReply, gate: FairGate, userId: number): Promise<void> {
  const leave = await gate.enter(userId, whenCallerLeaves(reply));
  if (leave === undefined) throw new AppError('too-many-requests', 'too much at once');
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
}
