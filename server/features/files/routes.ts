import type { FastifyInstance } from 'fastify';
import { locate } from '../../access/locate.ts';
import { AppError } from '../../errors.ts';
import { actorOf, signedInOf } from '../../http/authenticate.ts';
import { whenCallerLeaves } from '../../http/caller-left.ts';
import { etagOf, writeConditionOf } from '../../http/conditions.ts';
import { isFlagSet, pathOf, queryOf, sentFileOf, type AskedPath } from '../../http/request.ts';
import { holdMemory } from '../../http/reply-memory.ts';
import { sendParts } from '../../http/send-parts.ts';
import { sendStatus } from '../../http/text-reply.ts';
import { describeFile } from '../../tree/describe-file.ts';
import { listFolder, openEntry } from '../../tree/list-folder.ts';
import { makeFolder } from '../../tree/make-folder.ts';
import { saveFile } from '../../tree/save-file.ts';
import { takeTurn } from '../../http/take-turn.ts';
import { FairGate } from '../../lib/fair-gate.ts';
import type { Tree } from '../../tree/tree.ts';
import { usageOf } from '../../tree/usage.ts';
import { writeFile } from '../../tree/write-file.ts';
import { describeWithChecksums } from './checksums.ts';

/** A text in memory, as JSON and as it is sent; estimated, for it may be written in any script. */
const BYTES_PER_CHARACTER = 3;

/** What can be done with a folder: everything but saving it. */
const FOLDER_METHODS = 'GET, HEAD, POST, PATCH, DELETE';

const SIGNED_IN = { config: { access: 'signed-in' } } as const;

/** No more than can be hashed at a time; a page asks for one after the other, so nobody waits. */
const CHECKSUMS = { atOnce: 16, ofOne: 8, waitingOfOne: 0 };

export function fileRoutes(tree: Tree) {
  const gate = new FairGate(CHECKSUMS);
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/resources/*', SIGNED_IN, async (request, reply) => {
      const actor = actorOf(request);
      const asked = pathOf(request);
      const { entry, opened } = await openEntry(tree, actor, locate(actor, asked.path));
      if (opened === undefined) {
        const { checksum = '' } = queryOf(request);
        if (checksum !== '') await takeTurn(reply, gate, actor.userId);
        const echoedPath = echoOf(asked);
        const info = await (checksum === ''
          ? describeFile(tree, actor, entry, { echoedPath, withText: true })
          : describeWithChecksums(tree, actor, {
              file: entry,
              echoedPath,
              asked: checksum,
              signal: whenCallerLeaves(reply),
            }));
        holdMemory(reply, (info.content?.length ?? 0) * BYTES_PER_CHARACTER);
        return reply.header('etag', etagOf(entry.stat)).send(info);
      }
      const parts = await listFolder(tree, actor, {
        folder: entry,
        descriptor: opened,
        sorting: signedInOf(request).user.sorting,
        echoedPath: echoOf(asked),
      });
      return sendParts(request, reply, parts, tree.listing);
    });

    app.post('/api/resources/*', SIGNED_IN, async (request, reply) => {
      const actor = actorOf(request);
      const { path, trailingSlash } = pathOf(request);
      if (trailingSlash) {
        await makeFolder(tree, actor, locate(actor, path));
        return sendStatus(reply, 200);
      }
      const stat = await writeFile(tree, actor, {
        path: locate(actor, path),
        override: isFlagSet(request, 'override'),
        condition: writeConditionOf(request.headers),
        file: sentFileOf(request),
      });
      return sendStatus(reply.header('etag', etagOf(stat)), 200);
    });

    app.put('/api/resources/*', SIGNED_IN, async (request, reply) => {
      const actor = actorOf(request);
      const { path, trailingSlash } = pathOf(request);
      const saving = saveFile(tree, actor, {
        path: locate(actor, path),
        isFolder: trailingSlash,
        condition: writeConditionOf(request.headers),
        file: sentFileOf(request),
      });
      const stat = await saving.catch((error: unknown) => {
        if (isWrongMethod(error)) reply.header('allow', FOLDER_METHODS);
        throw error;
      });
      return sendStatus(reply.header('etag', etagOf(stat)), 200);
    });

    app.get('/api/usage/*', SIGNED_IN, async (request, reply) => {
      const actor = actorOf(request);
      return reply.send(await usageOf(tree, actor, locate(actor, pathOf(request).path)));
    });
  };
}

function isWrongMethod(error: unknown): boolean {
  return error instanceof AppError && error.code === 'method-not-allowed';
}

/** The predecessor's clients compare it with what they asked for, slash at the end included. */
function echoOf({ path, trailingSlash }: AskedPath): string {
  return trailingSlash && path !== '/' ? `${path}/` : path;
}
