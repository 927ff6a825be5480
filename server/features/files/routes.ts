import type { FileMetadata } from '#contract/metadata.ts';
import type { TreePath } from '#contract/paths.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { toTreePath } from '../../access/actor-paths.ts';
import { AppError } from '../../errors.ts';
import { auditCompleted } from '../../http/audit.ts';
import { actorOf, sessionOf } from '../../http/authenticate.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { etagOf, writeConditionOf } from '../../http/conditions.ts';
import { isFlagSet, pathOf, queryOf, sentFileOf, type AskedPath } from '../../http/request.ts';
import { sendFile } from '../../http/send-file.ts';
import { prepareListing } from '../../http/prepare-listing.ts';
import { sendDone } from '../../http/text-reply.ts';
import { shownNameOf } from '../../http/visitors.ts';
import { authorizeAlso } from '../../tree/authorize.ts';
import { describeFile } from '../../tree/describe-file.ts';
import { openEntry } from '../../tree/list-folder.ts';
import { makeFolder } from '../../tree/make-folder.ts';
import { saveFile } from '../../tree/save-file.ts';
import { acquireSlot } from '../../http/concurrency-limit.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import type { Tree } from '../../tree/tree.ts';
import { usageOf } from '../../tree/totals.ts';
import { writeFile } from '../../tree/write-file.ts';
import { describeWithChecksums, withStoredChecksum } from './checksums.ts';
import { readPhoto, withResolution } from '../../images/picture-resolution.ts';
import {
  CREATE_RESOURCE,
  GET_METADATA,
  GET_RESOURCE,
  GET_TRASHED_RESOURCE,
  GET_VERSION,
  GET_USAGE,
  SAVE_FILE,
} from './route-declarations.ts';
import { rawTextFor } from './raw-text.ts';

/** Methods for a folder, which cannot be saved. */
const FOLDER_METHODS = 'GET, HEAD, POST, PATCH, DELETE';

/** As many as can be hashed at a time. A page requests one after another, so there is no queue. */
const CHECKSUMS = { maxConcurrent: 16, maxPerUser: 8, maxQueued: 0 };

export function fileRoutes(
  tree: Tree,
  { includesResolution }: { readonly includesResolution: boolean },
) {
  const limiter = new ConcurrencyLimiter(CHECKSUMS);
  return async (app: FastifyInstance): Promise<void> => {
    const getResource = async (
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply> => {
      const actor = actorOf(request);
      const asked = pathOf(request);
      const { entry, opened } = await openEntry(tree, actor, toTreePath(actor, asked.path));
      if (opened === undefined) {
        const text = await rawTextFor(request, tree, entry);
        if (text !== undefined) return sendFile(request, reply, text);
        const { checksum = '', content } = queryOf(request);
        if (checksum !== '') await acquireSlot(reply, limiter, actor.account);
        const echoedPath = echoOf(asked);
        const info = await (checksum === ''
          ? describeFile(tree, actor, entry, { echoedPath, withText: content !== 'false' })
          : describeWithChecksums(tree, actor, {
              file: entry,
              echoedPath,
              asked: checksum,
              signal: disconnectSignal(reply),
            }));
        const resolution = includesResolution
          ? await withResolution(tree.driver, actor, entry, info)
          : info;
        const shown = { ...resolution, name: shownNameOf(request, entry.path) };
        // Clients of File Browser 2 do not expect it.
        if (checksum !== '' || content === 'false') {
          const complete = await withStoredChecksum(tree, actor, entry, shown);
          return reply.header('etag', etagOf(entry.stat)).send(complete);
        }
        return reply.header('etag', etagOf(entry.stat)).send(shown);
      }
      const send = await prepareListing(request, reply, {
        tree,
        actor,
        folder: entry,
        descriptor: opened,
        sorting: sessionOf(request).user.sorting,
        echoedPath: echoOf(asked),
        foldersOnly: isFlagSet(request, 'folders'),
        isCacheable: true,
        ...(request.trashed && { name: shownNameOf(request, entry.path) }),
      });
      return send();
    };
    app.get('/api/resources/*', GET_RESOURCE, getResource);
    app.get('/api/trash/:id/resources/*', GET_TRASHED_RESOURCE, getResource);
    app.get('/api/version/:id/resources/*', GET_VERSION, getResource);

    app.post('/api/resources/*', CREATE_RESOURCE, async (request, reply) => {
      const actor = actorOf(request);
      const { path, trailingSlash } = pathOf(request);
      if (trailingSlash) {
        const done = await makeFolder(tree, actor, toTreePath(actor, path), () =>
          disconnectSignal(reply),
        );
        auditCompleted(request, done);
        return sendDone(reply, 200, done.failed);
      }
      const { result: stat, failed } = await writeFile(tree, actor, {
        path: toTreePath(actor, path),
        override: isFlagSet(request, 'override'),
        condition: writeConditionOf(request.headers),
        file: sentFileOf(request, actor.account),
        cancelled: () => disconnectSignal(reply),
      });
      return sendDone(reply.header('etag', etagOf(stat)), 200, failed);
    });

    app.put('/api/resources/*', SAVE_FILE, async (request, reply) => {
      const actor = actorOf(request);
      const { path, trailingSlash } = pathOf(request);
      const saving = saveFile(tree, actor, {
        path: toTreePath(actor, path),
        isFolder: trailingSlash,
        condition: writeConditionOf(request.headers),
        file: sentFileOf(request, actor.account),
        cancelled: () => disconnectSignal(reply),
      });
      const { result: stat, failed } = await saving.catch((error: unknown) => {
        if (isWrongMethod(error)) reply.header('allow', FOLDER_METHODS);
        throw error;
      });
      return sendDone(reply.header('etag', etagOf(stat)), 200, failed);
    });

    app.get('/api/metadata/*', GET_METADATA, async (request, reply) => {
      const actor = actorOf(request);
      const path = toTreePath(actor, pathOf(request).path);
      return reply.send(await metadataOf(tree, actor, path));
    });

    app.get('/api/usage/*', GET_USAGE, async (request, reply) => {
      const actor = actorOf(request);
      return reply.send(await usageOf(tree, actor, toTreePath(actor, pathOf(request).path)));
    });
  };
}

async function metadataOf(tree: Tree, actor: Actor, path: TreePath): Promise<FileMetadata> {
  const { entry, opened } = await openEntry(tree, actor, path);
  if (opened !== undefined) {
    await opened.close();
    return {};
  }
  // The facts are contents of the file.
  authorizeAlso(actor, 'download', entry);
  const photo = await readPhoto(tree.driver, actor, entry);
  return photo === undefined ? {} : { photo };
}

function isWrongMethod(error: unknown): boolean {
  return error instanceof AppError && error.code === 'method-not-allowed';
}

/** Clients of File Browser 2 compare it with the requested path, including a slash at the end. */
function echoOf({ path, trailingSlash }: AskedPath): string {
  return trailingSlash && path !== '/' ? `${path}/` : path;
}
