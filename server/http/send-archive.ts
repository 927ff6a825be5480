import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordSent, type SentCounter } from './record-sent.ts';
import { harmlessHeaders, type Headers } from './harmless-headers.ts';

export interface ArchiveToSend {
  readonly name: string;
  readonly type: string;
  /** Total number of bytes; undefined when unknown. */
  readonly bytes: number | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Path of the item, when it differs from the address; as in `ShareUse` of the contract. */
  readonly path?: string | undefined;
  /** Called with each chunk that the socket has sent. */
  readonly recycle?: (chunk: Uint8Array) => void;
}

/**
 * Sends an archive while it is created. Any failure breaks the connection, so that an incomplete archive does not look
 * complete.
 */
export async function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  archive: ArchiveToSend,
): Promise<void> {
  reply.hijack();
  const response = reply.raw;
  try {
    response.writeHead(200, headersOf(reply, archive));
    if (request.method === 'HEAD') response.end();
    else if (await sendChunks(response, archive, recordArchive(request, response, archive)))
      response.end();
    else response.destroy();
  } catch (error) {
    // Stopping because the client disconnected is not a failure.
    if (!response.destroyed) {
      request.log.error({ reqId: request.id, err: error }, 'sending an archive failed');
    }
    response.destroy();
  }
}

function headersOf(reply: FastifyReply, { name, type, bytes }: ArchiveToSend): Headers {
  return {
    ...harmlessHeaders(reply, { name, type, isInline: false }),
    'cache-control': 'no-cache, no-store, must-revalidate',
    'accept-ranges': 'none',
    ...(bytes === undefined ? {} : { 'content-length': bytes }),
  };
}

function recordArchive(
  request: FastifyRequest,
  response: ServerResponse,
  { path, bytes }: ArchiveToSend,
): SentCounter {
  return recordSent(request, response, {
    kind: 'downloaded',
    path,
    file: undefined,
    isPart: false,
    ranges: undefined,
    bytes,
  });
}

/**
 * Creates the next chunk while the socket sends one. Resolves with false when the length differs from the header or the
 * client disconnected.
 */
async function sendChunks(
  response: ServerResponse,
  { chunks, bytes, recycle }: ArchiveToSend,
  counter: SentCounter,
): Promise<boolean> {
  let sent = 0;
  let writing = Promise.resolve(true);
  for await (const chunk of chunks) {
    if (!(await writing)) return false;
    sent += chunk.length;
    if (sent > (bytes ?? sent)) return false;
    writing = write(response, chunk).then((isWritten) => {
      if (!isWritten) return false;
      counter.bytes += chunk.length;
      recycle?.(chunk);
      return true;
    });
  }
  return (await writing) && sent === (bytes ?? sent);
}

/** Resolves when the socket has sent the bytes; with false when it is closed. */
function write(response: ServerResponse, chunk: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed) {
      resolve(false);
      return;
    }
    // A closed connection emits this in any case.
    const onClose = (): void => resolve(false);
    response.once('close', onClose);
    response.write(chunk, (error) => {
      response.off('close', onClose);
      resolve(error === undefined || error === null);
    });
  });
}
