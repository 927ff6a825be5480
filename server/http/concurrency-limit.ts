import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import type { ConcurrencyLimiter, ReleaseSlot } from '../lib/concurrency-limiter.ts';
import { networkOf } from '../access/network-of.ts';
import { disconnectSignal } from './disconnect-signal.ts';
import { type DrainRate, endWhenStalled } from './end-stalled.ts';

/** The limiter in which a reply holds a slot. */
const limiterOf = new WeakMap<ServerResponse, ConcurrencyLimiter>();

/**
 * Waits for a slot for the account, and holds it until the reply is sent or the client disconnects. Throws
 * `too-many-requests` when too many requests of the account are waiting. Disconnects a client that reads the reply more
 * slowly than `slowest`. Does nothing when the request already has a slot.
 */
export async function acquireSlot(
  reply: FastifyReply,
  limiter: ConcurrencyLimiter,
  account: string,
  slowest?: DrainRate,
): Promise<void> {
  if (limiterOf.get(reply.raw) === limiter) return;
  const leave = await takeSlot(reply, limiter, account);
  limiterOf.set(reply.raw, limiter);
  if (reply.raw.destroyed) return leave();
  reply.raw.once('close', leave);
  endWhenStalled(reply, slowest);
}

/**
 * Sends a reply that was prepared in a slot, after the slot has been released. Work in a slot must not return a reply instead: a promise
 * of a reply resolves only when the client has read it.
 */
export type SendReply = () => FastifyReply;

/**
 * Runs `work` in a slot of the account. For replies that are sent from memory, which need no slot while the client reads
 * them: `work` returns a `SendReply` or what the reply is made of.
 */
export async function withSlot<Result>(
  reply: FastifyReply,
  limiter: ConcurrencyLimiter,
  account: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const leave = await takeSlot(reply, limiter, account);
  try {
    return await work();
  } finally {
    leave();
  }
}

/**
 * Waits for a slot for the account, and returns the function that releases it. Throws `too-many-requests` when too many requests of the
 * account are waiting.
 */
export async function takeSlot(
  reply: FastifyReply,
  limiter: ConcurrencyLimiter,
  account: string,
): Promise<ReleaseSlot> {
  const { request } = reply;
  const leave = await limiter.acquire({
    account,
    visitor: request.visitor === undefined ? undefined : networkOf(request.address),
    signal: disconnectSignal(reply),
  });
  if (leave === undefined) throw new AppError('too-many-requests', 'too many requests at once');
  return leave;
}
