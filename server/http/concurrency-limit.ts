import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import type { ConcurrencyLimiter, ReleaseSlot } from '../lib/concurrency-limiter.ts';
import { networkOf } from '../access/network-of.ts';
import { disconnectSignal } from './disconnect-signal.ts';
import { type DrainRate, endWhenStalled } from './end-stalled.ts';

/** Those whose turn it is. */
const inside = new WeakMap<ServerResponse, ConcurrencyLimiter>();

/**
 * Waits for the account's turn, which lasts until the reply has been sent or the client has left. Throws `too-many-requests` when
 * too many requests of the account wait already. A client that reads the reply more slowly than `slowest` is disconnected. Does
 * nothing when the request has its turn already.
 */
export async function acquireSlot(
  reply: FastifyReply,
  gate: ConcurrencyLimiter,
  account: string,
  slowest?: DrainRate,
): Promise<void> {
  if (inside.get(reply.raw) === gate) return;
  const leave = await enter(reply, gate, account);
  inside.set(reply.raw, gate);
  if (reply.raw.destroyed) return leave();
  reply.raw.once('close', leave);
  endWhenStalled(reply, slowest);
}

/** Does `work` when it is the account's turn, which ends with it: for what is sent from memory, however slowly it is taken. */
export async function withSlot<Result>(
  reply: FastifyReply,
  gate: ConcurrencyLimiter,
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

async function enter(
  reply: FastifyReply,
  gate: ConcurrencyLimiter,
  account: string,
): Promise<ReleaseSlot> {
  const { request } = reply;
  const leave = await gate.enter({
    account,
    visitor: request.visitor === undefined ? undefined : networkOf(request.address),
    signal: disconnectSignal(reply),
  });
  if (leave === undefined) throw new AppError('too-many-requests', 'too much at once');
  return leave;
}
