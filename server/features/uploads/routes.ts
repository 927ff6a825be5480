import { childPath } from '#contract/paths.ts';
import { TUS_CONTENT_TYPE, TUS_VERSION, UPLOAD_KEY_HEADER } from '#contract/uploads.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { requireAccess } from '../../access/decide.ts';
import { toTreePath } from '../../access/actor-paths.ts';
import { AppError } from '../../errors.ts';
import { actorOf } from '../../http/authenticate.ts';
import { addAuditFacts } from '../../http/audit.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { announcedBytes, isFlagSet, modifiedMsOf, pathOf } from '../../http/request.ts';
import { sendStatus, reportFailedCommand } from '../../http/text-reply.ts';
import type { StoredUpload } from '../../metadata/uploads.ts';
import { appendBytes } from './append-bytes.ts';
import { createUpload } from './create-upload.ts';
import { currentOffset } from './current-offset.ts';
import { cancelUpload } from './cancel-upload.ts';
import { runUploadHooks } from './report-upload.ts';
import { requireUpload, type UploadKey, type UploadService } from './uploads.ts';

const URL = '/api/tus/*';
const SIGNED_IN = { config: { access: 'authenticated' } } as const;
const UPLOADING = { config: { access: 'authenticated', audit: 'upload' } } as const;
// Nothing is there yet.
const CANCELLING = { config: { access: 'authenticated', audit: 'nothing' } } as const;

/** tus 1.0: creation, offsets, appending and termination, each upload at the address of its file. */
export function uploadRoutes(service: UploadService, baseUrl: string) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post(URL, UPLOADING, async (request, reply) => {
      const actor = actorOf(request);
      const { path, trailingSlash } = pathOf(request);
      requireAccess(actor, 'create', toTreePath(actor, path));
      const length = wholeNumber(request, 'upload-length', 'invalid upload length');
      if (trailingSlash) throw new AppError('invalid-request', 'cannot upload to a directory');
      const failed = await createUpload(service, actor, {
        path: toTreePath(actor, path),
        length,
        override: isFlagSet(request, 'override'),
        clientKey: clientKeyOf(request),
        modifiedMs: modifiedMsOf(request),
        cancelled: () => disconnectSignal(reply),
      });
      reportFailedCommand(reply, failed);
      addAuditFacts(request, { isLeftOut: length > 0 });
      return sendStatus(tus(reply).header('location', locationOf(request, baseUrl)), 201);
    });

    app.get(URL, SIGNED_IN, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const upload = await requireUpload(service, keyOf(request));
      requireStillAllowed(actorOf(request), upload);
      const offset = await currentOffset(service, upload, request.address);
      tus(reply).header('upload-offset', offset).header('upload-length', upload.length);
      return sendStatus(reply, 200);
    });

    app.patch(URL, UPLOADING, async (request, reply) => {
      const key = keyOf(request);
      if (request.headers['content-type'] !== TUS_CONTENT_TYPE) {
        throw new AppError('unsupported-type', `chunks are ${TUS_CONTENT_TYPE}`);
      }
      const offset = statedOffset(request);
      const actor = actorOf(request);
      const upload = await requireUploadWithin(service, actor, key);
      requireStillAllowed(actor, upload);
      if (offset > upload.length) {
        throw new AppError(
          'invalid-request',
          `upload offset ${offset} exceeds declared length ${upload.length}`,
        );
      }
      const chunk = { offset, body: request.raw, announcedBytes: announcedBytes(request) };
      const standsAt = await appendBytes(service, upload, chunk);
      addAuditFacts(request, { isLeftOut: standsAt < upload.length });
      if (standsAt === upload.length)
        reportFailedCommand(reply, await runUploadHooks(service, actor, upload));
      return sendStatus(tus(reply).header('upload-offset', standsAt), 204);
    });

    app.delete(URL, CANCELLING, async (request, reply) => {
      await cancelUpload(service, actorOf(request), {
        path: toTreePath(actorOf(request), pathOf(request).path),
        clientKey: clientKeyOf(request),
      });
      return sendStatus(tus(reply), 204);
    });
  };
}

/** Whoever may no longer create here may not go on with what they began, either. */
function keyOf(request: FastifyRequest): UploadKey {
  const actor = actorOf(request);
  const path = toTreePath(actor, pathOf(request).path);
  requireAccess(actor, 'create', path);
  return { userId: actor.userId, path, clientKey: clientKeyOf(request) };
}

/** Refuses, as `forbidden`, an address behind a symlink that leads out of the scope, where no upload can be. */
async function requireUploadWithin(
  service: UploadService,
  actor: Actor,
  key: UploadKey,
): Promise<StoredUpload> {
  try {
    return await requireUpload(service, key);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
    const { kind } = await service.tree.driver.resolve(key.path, actor.root);
    if (kind === 'outside') throw new AppError('forbidden', 'a link leads out of the scope');
    throw error;
  }
}

/** What was allowed when it began may be no more: neither replacing a file, nor the place behind a link. */
function requireStillAllowed(actor: Actor, { path, folder, name, override }: StoredUpload): void {
  const place = childPath(folder, name) ?? path;
  requireAccess(actor, 'create', place);
  if (!override) return;
  requireAccess(actor, 'modify', path);
  requireAccess(actor, 'modify', place);
}

function clientKeyOf(request: FastifyRequest): string {
  const key = request.headers[UPLOAD_KEY_HEADER.toLowerCase()];
  return typeof key === 'string' ? key.slice(0, 128) : '';
}

/** A negative offset is a number that matches no upload; anything else that is no number is a mistake. */
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

/** The same path as the client wrote it, so that it finds its upload where it began it. */
function locationOf(request: FastifyRequest, baseUrl: string): string {
  const path = request.originalUrl.split('?', 1)[0] ?? '';
  const inner = path.startsWith(`${baseUrl}/`) ? path.slice(baseUrl.length) : path;
  // With two slashes in front, the first name of the path would be taken for another host.
  return baseUrl + inner.replace(/^\/+/, '/');
}

function tus(reply: FastifyReply): FastifyReply {
  return reply.header('tus-resumable', TUS_VERSION);
}
