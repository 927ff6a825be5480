import { FileVersions } from '#contract/versions.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toTreePath } from '../../access/actor-paths.ts';
import { addAuditFacts } from '../../http/audit.ts';
import { actorOf, sessionOf } from '../../http/authenticate.ts';
import { pathOf } from '../../http/request.ts';
import { jsonReply, route } from '../../http/route.ts';
import { sendStatus } from '../../http/text-reply.ts';
import { trashIdOf, VERSION_ID } from '../../http/trashed-items.ts';
import { authorizePath } from '../../tree/authorize.ts';
import { type OperationControl, untilCancelled } from '../../tree/operation-control.ts';
import { purgeTrash } from '../../tree/purge-trash.ts';
import { restoreVersion } from '../../tree/restore-version.ts';
import { requireVersion, versionsOf, type VersionService } from './versions.ts';

const LIST_VERSIONS = route({
  access: 'authenticated',
  group: 'Versions',
  summary: 'List the versions of a file',
  description:
    'The contents that the file had before uploads, saves, copies and moves replaced them. Newest first. Needs the permission to download the file.',
  replies: { 200: jsonReply('The versions.', FileVersions) },
  refusals: ['invalid-path', 'invalid-request', 'not-found'],
});

const RESTORE_VERSION = route({
  access: 'authenticated',
  audit: 'restore',
  group: 'Versions',
  summary: 'Restore a version of a file',
  description:
    'The present contents become a version in turn; the refusal is `not-kept` where the trash cannot take them. Needs the permission to modify the file.',
  params: VERSION_ID,
  replies: { 204: { description: 'The file has the contents of the version.' } },
  refusals: [
    'invalid-request',
    'not-found',
    'already-exists',
    'locked',
    'storage-failed',
    'no-space',
    'too-many-requests',
  ],
});

const DELETE_VERSION = route({
  access: 'authenticated',
  audit: 'trash-delete',
  group: 'Versions',
  summary: 'Delete a version of a file',
  description: 'Needs the permission to delete the file.',
  params: VERSION_ID,
  replies: { 204: { description: 'The version is deleted.' } },
  refusals: ['not-found', 'locked', 'storage-failed', 'too-many-requests'],
});

/** Lists, restores and deletes the versions of files. They are read like items in the trash. */
export function versionRoutes(service: VersionService) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/versions/*', LIST_VERSIONS, async (request, reply) => {
      const actor = actorOf(request);
      const path = toTreePath(actor, pathOf(request).path);
      return reply.send(await versionsOf(service, actor, path));
    });

    app.post('/api/version/:id/restore', RESTORE_VERSION, async (request, reply) => {
      const actor = actorOf(request);
      const version = await requireVersion(service, sessionOf(request), trashIdOf(request));
      const path = version.source;
      addAuditFacts(request, { about: path, destination: path });
      await runToEnd(service, request, (control) =>
        restoreVersion(service.tree, actor, { version, path }, control),
      );
      return sendStatus(reply, 204);
    });

    app.delete('/api/version/:id', DELETE_VERSION, async (request, reply) => {
      const { actor } = sessionOf(request);
      const version = await requireVersion(service, sessionOf(request), trashIdOf(request));
      addAuditFacts(request, { about: version.source });
      authorizePath(actor, 'delete', version.source);
      await runToEnd(service, request, (control) =>
        purgeTrash(service.tree, version, untilCancelled(control)),
      );
      return sendStatus(reply, 204);
    });
  };
}

/** Runs an operation to its end, also when its client disconnects. */
function runToEnd<Result>(
  { cleaner }: VersionService,
  { raw }: FastifyRequest,
  work: (control: OperationControl) => Promise<Result>,
): Promise<Result> {
  // The connection is idle while a large version is moved.
  raw.socket.setTimeout(0);
  return cleaner.run(work);
}
