import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import { ByteBudget, type ByteLimits } from '../lib/byte-budget.ts';
import { actorOf } from './authenticate.ts';
import { endWhenStalled } from './end-stalled.ts';

const MIB = 1024 * 1024;

/** Maximum number of bytes of replies in memory: for all users, and for one user including visitors of their shares. */
const LIMITS = { total: 200 * MIB, perAccount: 64 * MIB };
/** The part of that which visitors may use, of all shares and of the shares of one user: the rest is left for users. */
const VISITOR_LIMITS = { total: LIMITS.total / 2, perAccount: LIMITS.perAccount / 2 };
/** Smaller replies are not counted. Bytes. */
const LARGE_BYTES = 16 * 1024;

/** Replies in memory that have limits in common. */
interface Counted {
  readonly limits: ByteLimits;
  readonly budget: ByteBudget;
  /** True while the one reply that is larger than an account's limit is in memory. */
  hasOversized: boolean;
}

const ofAll = countedWithin(LIMITS);
const ofVisitors = countedWithin(VISITOR_LIMITS);

function countedWithin(limits: ByteLimits): Counted {
  return { limits, budget: new ByteBudget(limits), hasOversized: false };
}

/**
 * Counts every reply to a user or visitor that is in memory as a whole. Strings become buffers, which are the only copy while the
 * client reads. Replies made of parts are counted by `holdMemory()`.
 */
export function countReplies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    const isCounted = request.visitor !== undefined || request.session !== undefined;
    if (!isWhole || !isCounted || payload.length < LARGE_BYTES) return done();
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    try {
      holdMemory(reply, bytes.length);
    } catch (error) {
      return done(error as Error); // An AppError.
    }
    done(null, bytes);
  });
}

/**
 * Counts a reply until it has been sent or its client has disconnected. Throws `too-many-requests` if the replies of the user, or those of
 * visitors of the user's shares, would exceed their limit. A single reply that is larger than the limit is allowed while no other such reply is
 * in memory. Disconnects a client that takes the reply too slowly.
 */
export function holdMemory(reply: FastifyReply, bytes: number): void {
  const { raw, request } = reply;
  if (bytes < LARGE_BYTES || raw.destroyed) return;
  const own = request.visitor === undefined ? ofAll : ofVisitors;
  if (bytes > own.limits.perAccount) holdOversized(reply, own);
  else {
    const account = `user ${actorOf(request).userId}`;
    const budgets = [...new Set([own, ofAll])].map(({ budget }) => budget);
    if (budgets.some((budget) => budget.isTight(account, bytes))) throw tooMuch();
    for (const budget of budgets) budget.count(account, bytes);
    raw.once('close', () => {
      for (const budget of budgets) budget.count(account, -bytes);
    });
  }
  endWhenStalled(reply);
}

/** Counts a reply that is larger than a user's limit, such as an uncompressed list of a million files. */
function holdOversized(reply: FastifyReply, counted: Counted): void {
  if (counted.hasOversized) throw tooMuch();
  counted.hasOversized = true;
  reply.raw.once('close', () => {
    counted.hasOversized = false;
  });
}

function tooMuch(): AppError {
  return new AppError('too-many-requests', 'too many large replies wait for their clients');
}
