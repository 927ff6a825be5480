import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { locate } from '../../access/locate.ts';
import type { ArchivePool } from '../../archives/archive-pool.ts';
import { AppError } from '../../errors.ts';
import { readBytes } from '../../lib/read-bytes.ts';
import type { Selections } from './selections.ts';

const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Takes the body of POST /api/selections. Whether what it names is there is asked when it is downloaded. */
export async function keepSelection(
  request: FastifyRequest,
  {
    pool,
    selections,
    actor,
  }: { readonly pool: ArchivePool; readonly selections: Selections; readonly actor: Actor },
): Promise<string> {
  const body = await readBytes(request.raw, MAX_BODY_BYTES);
  if (body === 'too-long') throw new AppError('too-large', `more than ${MAX_BODY_BYTES} bytes`);
  if (body === 'cut') throw new AppError('invalid-request', 'the body ended early');
  const { folder, names } = await pool.readSelection(body, AbortSignal.timeout(READ_LIMIT_MS));
  return selections.keep(actor.account, { folder: locate(actor, folder), names });
}
const READ_LIMIT_MS = 30_000;
