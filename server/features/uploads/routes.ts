import {
  TUS_CONTENT_TYPE,
  TUS_EXTENSIONS,
  TUS_VERSION,
  UPLOAD_CHECKSUM_ALGORITHMS,
  UPLOAD_CHECKSUM_HEADER,
  UPLOAD_KEY_HEADER,
} from '#contract/uploads.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toTreePath } from '../../access/actor-paths.ts';
import { AppError } from '../../errors.ts';
import { actorOf } from '../../http/authenticate.ts';
import { addAuditFacts } from '../../http/audit.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { announcedBytes, isFlagSet, modifiedMsOf, pathOf } from '../../http/request.ts';
import { sendStatus, reportFailedCommand } from '../../http/text-reply.ts';
import { authorizePath } from '../../tree/authorize.ts';
import { requireNotReserved } from '../../tree/reserved-name.ts';
import { appendBytes, type Appended } from './append-bytes.ts';
import { parseUploadChecksum } from './chunk-checksum.ts';
import { createUpload, destinationIsFolder } from './create-upload.ts';
import { currentOffset } from './current-offset.ts';
import { cancelUpload } from './cancel-upload.ts';
import {
  CANCEL_UPLOAD,
  CONTINUE_UPLOAD,
  CREATE_UPLOAD,
  DESCRIBE_UPLOADS,
  GET_UPLOAD,
} from './route-declarations.ts';
import { type UploadKey, type UploadService, withdrawUpload } from './uploads.ts';
import type { Chunk } from './write-chunk.ts';

const URL = '/api/tus/*';

/** Serves tus 1.0: creation, offsets, appending and termination. The address of an upload is that of its file. */
export function uploadRoutes(service: UploadService, baseUrl: string) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post(URL, CREATE_UPLOAD, async (request, reply) => {
      const actor = actorOf(request);
      const { path, trailingSlash } = pathOf(request);
      requireNotReserved(toTreePath(actor, path));
      authorizePath(actor, 'create', toTreePath(actor, path));
      const length = wholeNumber(request, 'upload-length', 'invalid upload length');
      if (trailingSlash) throw destinationIsFolder();
      const first = chunkOf(request, 0);
      const failed = await createUpload(service, actor, {
        path: toTreePath(actor, path),
        length,
        override: isFlagSet(request, 'override'),
        clientKey: clientKeyOf(request),
        modifiedMs: modifiedMsOf(request),
        cancelled: () => disconnectSignal(reply),
      });
      const appended = length > 0 ? await receiveFirst(service, request, first) : undefined;
      const isComplete = length === 0 || appended?.isComplete === true;
      reportFailedCommand(reply, failed ?? appended?.failed);
      addAuditFacts(request, { recordsFailuresOnly: !isComplete });
      if (appended !== undefined) reply.header('upload-offset', appended.offset);
      return sendStatus(tus(reply).header('location', locationOf(request, baseUrl)), 201);
    });

    app.options(URL, DESCRIBE_UPLOADS, (_request, reply) =>
      tus(reply)
        .header('tus-version', TUS_VERSION)
        .header('tus-extension', TUS_EXTENSIONS)
        .header('tus-checksum-algorithm', UPLOAD_CHECKSUM_ALGORITHMS.join(','))
        .status(204)
        .send(),
    );

    app.get(URL, GET_UPLOAD, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const key = keyOf(request);
      const state = await currentOffset(service, actorOf(request), key, request.address);
      tus(reply).header('upload-offset', state.offset).header('upload-length', state.length);
      return sendStatus(reply, 200);
    });

    app.patch(URL, CONTINUE_UPLOAD, async (request, reply) => {
      const key = keyOf(request);
      if (request.headers['content-type'] !== TUS_CONTENT_TYPE) {
        throw new AppError('unsupported-type', `chunks are ${TUS_CONTENT_TYPE}`);
      }
      const chunk = chunkOf(request, statedOffset(request));
      const appended = await appendBytes(service, actorOf(request), key, chunk);
      addAuditFacts(request, { recordsFailuresOnly: !appended.isComplete });
      reportFailedCommand(reply, appended.failed);
      return sendStatus(tus(reply).header('upload-offset', appended.offset), 204);
    });

    app.delete(URL, CANCEL_UPLOAD, async (request, reply) => {
      await cancelUpload(service, actorOf(request), {
        path: toTreePath(actorOf(request), pathOf(request).path),
        clientKey: clientKeyOf(request),
      });
      return sendStatus(tus(reply), 204);
    });
  };
}

function chunkOf(request: FastifyRequest, offset: number): Chunk {
  return {
    offset,
    body: request.raw,
    announcedBytes: announcedBytes(request),
    checksum: parseUploadChecksum(request.headers[UPLOAD_CHECKSUM_HEADER.toLowerCase()]),
  };
}

/**
 * Receives the bytes that a client sends with the creation of an upload; undefined when it sends none. When they are refused, the upload is
 * removed, because the client has not learned its address.
 */
async function receiveFirst(
  service: UploadService,
  request: FastifyRequest,
  chunk: Chunk,
): Promise<Appended | undefined> {
  const hasBytes = request.headers['content-type'] === TUS_CONTENT_TYPE;
  if (!hasBytes || chunk.announcedBytes === 0) return undefined;
  const key = keyOf(request);
  try {
    return await appendBytes(service, actorOf(request), key, chunk);
  } catch (error) {
    await withdrawUpload(service, key);
    throw error;
  }
}

/** Returns what identifies the upload of a request. Throws `forbidden` when the actor may not create at the path, whether there is an upload or not. */
function keyOf(request: FastifyRequest): UploadKey {
  const actor = actorOf(request);
  const path = toTreePath(actor, pathOf(request).path);
  authorizePath(actor, 'create', path);
  return { userId: actor.userId, path, clientKey: clientKeyOf(request) };
}

function clientKeyOf(request: FastifyRequest): string {
  const key = request.headers[UPLOAD_KEY_HEADER.toLowerCase()];
  return typeof key === 'string' ? key.slice(0, 128) : '';
}

/** Returns -1, which matches no upload, for a negative offset. Throws for text that is not a number. */
function statedOffset(request: FastifyRequest): number {
  if (/^-[0-9]{1,15}$/.test(String(request.headers['upload-offset']))) return -1;
  return wholeNumber(request, 'upload-offset', 'invalid upload offset');
}

function wholeNumber(request: FastifyRequest, header: string, words: string): number {
  const text = request.headers[header];
  if (typeof text !== 'string' || !/^[0-9]{1,15}$/.test(text)) {
    throw new AppError('invalid-request', words);
  }
  return Number(text);
}

/** Returns the address of the upload: the path as the client has written it. */
function locationOf(request: FastifyRequest, baseUrl: string): string {
  const path = request.originalUrl.split('?', 1)[0] ?? '';
  const inner = path.startsWith(`${baseUrl}/`) ? path.slice(baseUrl.length) : path;
  // A path that begins with two slashes would be read as a host.
  return baseUrl + inner.replace(/^\/+/, '/');
}

function tus(reply: FastifyReply): FastifyReply {
  return reply.header('tus-resumable', TUS_VERSION);
}
