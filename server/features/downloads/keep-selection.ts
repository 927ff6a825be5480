import type { FastifyReply, FastifyRequest } from 'fastify';
import { toTreePath } from '../../access/actor-paths.ts';
import { AppError, bodyEndedEarly } from '../../errors.ts';
import { actorOf } from '../../http/authenticate.ts';
import { announcedBytes } from '../../http/request.ts';
import { withSlot } from '../../http/concurrency-limit.ts';
import { ownerOf } from '../../lib/accounts.ts';
import { ByteBudget } from '../../lib/byte-budget.ts';
import type { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import { readBytes } from '../../lib/read-bytes.ts';
import type { SelectionReader } from './selection-reader.ts';
import type { SelectionStore } from './selections.ts';

const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Memory of bodies that are being received or wait to be parsed. A client may send its body slowly. */
const bodies = new ByteBudget({ total: 8 * MAX_BODY_BYTES, perAccount: 2 * MAX_BODY_BYTES });

interface SelectionService {
  readonly reader: SelectionReader;
  readonly selections: SelectionStore;
  readonly limiter: ConcurrencyLimiter;
}

/**
 * Stores the names in the body of POST /api/selections, without looking for them. The body is received before the
 * account takes a slot, so that a slow client holds none. Throws `too-many-requests` if too many bodies are being
 * received.
 */
export async function keepSelection(
  request: FastifyRequest,
  reply: FastifyReply,
  { reader, selections, limiter }: SelectionService,
): Promise<string> {
  const actor = actorOf(request);
  const owner = ownerOf(actor.account);
  const bytes = Math.min(announcedBytes(request) ?? MAX_BODY_BYTES, MAX_BODY_BYTES);
  if (bodies.isTight(owner, bytes)) {
    throw new AppError('too-many-requests', 'too many selections at once');
  }
  bodies.count(owner, bytes);
  try {
    const body = await readBytes(request.raw, MAX_BODY_BYTES);
    if (body === 'too-long') throw new AppError('too-large', `more than ${MAX_BODY_BYTES} bytes`);
    if (body === 'cut') throw bodyEndedEarly();
    const { folder, names } = await withSlot(reply, limiter, actor.account, () =>
      reader.read(body, AbortSignal.timeout(READ_LIMIT_MS)),
    );
    return selections.keep(actor.account, { folder: toTreePath(actor, folder), names });
  } finally {
    bodies.count(owner, -bytes);
  }
}
const READ_LIMIT_MS = 30_000;
