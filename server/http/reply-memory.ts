import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import { ByteBudget } from '../lib/byte-budget.ts';
import { actorOf } from './authenticate.ts';

const MIB = 1024 * 1024;

/** Maximum number of bytes of replies in memory: for all users, and for one user including visitors of their shares. */
const LIMITS = { total: 200 * MIB, perAccount: 64 * MIB };
/** Smaller replies are not counted. Bytes. */
const LARGE_BYTES = 16 * 1024;

const budget = new ByteBudget(LIMITS);
/** Bytes of the one reply that is larger than a user's limit; 0 for none. */
let oversized = 0;

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
 * Counts a reply until it has been sent or its client has disconnected. Throws `too-many-requests` if the user's replies would exceed the
 * limit. A single reply that is larger than the limit is allowed while no other such reply is in memory.
 */
export function holdMemory(reply: FastifyReply, bytes: number): void {
  if (bytes < LARGE_BYTES || reply.raw.destroyed) return;
  if (bytes > LIMITS.perAccount) return holdOversized(reply, bytes);
  const account = `user ${actorOf(reply.request).userId}`;
  if (budget.isTight(account, bytes)) throw tooMuch();
  budget.count(account, bytes);
  reply.raw.once('close', () => budget.count(account, -bytes));
}

/** Counts a reply that is larger than a user's limit, such as an uncompressed list of a million files. */
function holdOversized(reply: FastifyReply, bytes: number): void {
  if (oversized > 0) throw tooMuch();
  oversized = bytes;
  reply.raw.once('close', () => {
    oversized = 0;
  });
}

function tooMuch(): AppError {
  return new AppError('too-many-requests', 'too many large replies wait for their clients');
}
