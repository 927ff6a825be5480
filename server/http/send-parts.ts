import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdMemory } from './reply-memory.ts';

/** Below this, compressing costs more than it saves. Bytes. */
const MIN_COMPRESSED_BYTES = 4_096;

/** Joining more than this would delay other requests. Bytes. */
const MAX_JOINED_BYTES = 256 * 1024;

export type Encoding = 'br' | 'gzip';

export interface Compressor {
  compress(parts: Uint8Array<ArrayBuffer>[], encoding: Encoding): Promise<Uint8Array>;
}

/** Sends JSON in parts, compressed in another thread when the client accepts it. */
export async function sendParts(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Uint8Array<ArrayBuffer>[],
  compressor: Compressor,
): Promise<FastifyReply> {
  reply.header('content-type', 'application/json; charset=utf-8').header('vary', 'accept-encoding');
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  const encoding = size < MIN_COMPRESSED_BYTES ? undefined : acceptedEncoding(request);
  if (encoding === undefined && size <= MAX_JOINED_BYTES) {
    return reply.send(Buffer.concat(parts, size));
  }
  if (encoding === undefined) {
    holdMemory(reply, size);
    return reply.header('content-length', size).send(Readable.from(parts, { objectMode: false }));
  }
  const compressed = await compressor.compress(parts, encoding);
  holdMemory(reply, compressed.length);
  return reply.header('content-encoding', encoding).send(compressed);
}

function acceptedEncoding(request: FastifyRequest): Encoding | undefined {
  const accepted = (request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((offer) => offer.trim().toLowerCase())
    .filter((offer) => !/;\s*q=0(?:\.0*)?$/.test(offer))
    .map((offer) => offer.split(';', 1)[0]);
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : undefined;
}
