import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordSent, type SentCounter } from './record-sent.ts';
import { harmlessHeaders, type Headers } from './user-bytes.ts';

export interface ArchiveToSend {
  readonly name: string;
  readonly type: string;
  /** Of the whole; undefined when it is not known. */
  readonly bytes: number | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** What it is of, where the address does not tell: as in the contract's `ShareUse`. */
  readonly path?: string | undefined;
  /** Called with each chunk that the socket has let go of. */
  readonly recycle?: (chunk: Uint8Array) => void;
}

/**
 * Sends what is made while it is sent. Whatever keeps it from becoming whole breaks the connection: an archive that
 * ends early must not look like one that has ended.
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
    else if (await sendChunks(response, archive, noteArchive(request, response, archive)))
      response.end();
    else response.destroy();
  } catch (error) {
    // Work that is stopped because the client has left is no failure.
    if (!response.destroyed) {
      request.log.error(
        { reqId: request.id, err: error },
        'an archive broke off while it was sent',
      );
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

function noteArchive(
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

/** While the socket takes one chunk, the next one is made. Resolves with false when it was not sent as promised. */
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

/** Resolves once the socket has let go of the bytes; false when it is gone. */
function write(response: ServerResponse, chunk: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed) {
      resolve(false);
      return;
    }
    // Whatever becomes of the write, a connection that is cut tells this.
    const onClose = (): void => resolve(false);
    response.once('close', onClose);
    response.write(chunk, (error) => {
      response.off('close', onClose);
      resolve(error === undefined || error === null);
    });
  });
}
