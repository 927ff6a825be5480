import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SendReply } from './concurrency-limit.ts';
import { holdMemory } from './reply-memory.ts';

/** Below this, compressing costs more than it saves. Bytes. */
const MIN_COMPRESSED_BYTES = 4_096;

/** Maximum length of parts that are joined, because joining more would block the event loop. Bytes. */
const MAX_JOINED_BYTES = 256 * 1024;

type Encoding = 'br' | 'gzip';

/** Prepares JSON in parts as a reply, compressed where the client accepts that. */
export async function prepareParts(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Uint8Array<ArrayBuffer>[],
): Promise<SendReply> {
  const vary = reply.getHeader('vary');
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('vary', typeof vary === 'string' ? `${vary}, accept-encoding` : 'accept-encoding');
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  const encoding = size < MIN_COMPRESSED_BYTES ? undefined : acceptedEncoding(request);
  if (encoding === undefined && size <= MAX_JOINED_BYTES) {
    const whole = Buffer.concat(parts, size);
    return () => reply.send(whole);
  }
  if (encoding === undefined) {
    holdMemory(reply, size);
    return () =>
      reply.header('content-length', size).send(Readable.from(parts, { objectMode: false }));
  }
  const compressed = await compress(parts, encoding);
  holdMemory(reply, compressed.length);
  return () => reply.header('content-encoding', encoding).send(compressed);
}

/** Compresses in libuv's thread pool, piece by piece, so that other work runs in between. */
async function compress(parts: readonly Uint8Array[], encoding: Encoding): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await pipeline(
    Readable.from(parts, { objectMode: false }),
    encoding === 'gzip'
      ? createGzip({ level: 1, chunkSize: COMPRESSED_CHUNK_BYTES })
      : createBrotliCompress({
          params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
          chunkSize: COMPRESSED_CHUNK_BYTES,
        }),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const chunk of compressed) chunks.push(chunk);
    },
  );
  return Buffer.concat(chunks);
}
/** Large enough that a listing needs few tasks of the pool. */
const COMPRESSED_CHUNK_BYTES = 64 * 1024;

function acceptedEncoding(request: FastifyRequest): Encoding | undefined {
  const accepted = (request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((offer) => offer.trim().toLowerCase())
    .filter((offer) => !/;\s*q=0(?:\.0*)?$/.test(offer))
    .map((offer) => offer.split(';', 1)[0]);
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : undefined;
}
