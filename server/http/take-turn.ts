import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import type { FairGate, Leave } from '../lib/fair-gate.ts';
import { whenCallerLeaves } from './caller-left.ts';

/** Those whose turn it is. */
const inside = new WeakMap<ServerResponse, FairGate>();

/**
 * Waits for the account's turn, which lasts until the answer has been sent or its caller has left. `too-many-requests` when
 * too much of theirs waits already. Whoever has got it keeps it, however often it is asked for.
 */
export async function takeTurn(
  reply: FastifyReply,
  gate: FairGate,
  account: string,
): Promise<void> {
  if (inside.get(reply.raw) === gate) return;
  const leave = await enter(reply, gate, account);
  inside.set(reply.raw, gate);
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
}

/** Does `work` when it is the account's turn, which ends with it: for what is sent from memory, however slowly it is taken. */
export async function inTurn<Result>(
  reply: FastifyReply,
  gate: FairGate,
  account: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const leave = await enter(reply, gate, account);
  try {
    return await work();
  } finally {
    leave();
  }
}

async function enter(reply: FastifyReply, gate: FairGate, account: string): Promise<Leave> {
  const leave = await gate.enter(account, whenCallerLeaves(reply));
  if (leave === undefined) throw new AppError('too-many-requests', 'too much at once');
  return leave;
}
