import { OPERATION_HEADER } from '#contract/operations.ts';
import { encodePath, parseTreePath, type TreePath } from '#contract/paths.ts';
import { LEFT_OUT_HEADER, LEFT_OUT_NAMES_HEADER, RESULT_HEADER } from '#contract/transfers.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { asSeenBy, locate } from '../../access/locate.ts';
import { AppError } from '../../errors.ts';
import { actorOf } from '../../http/authenticate.ts';
import { whenCallerLeaves } from '../../http/caller-left.ts';
import { isFlagSet, pathOf, queryOf } from '../../http/request.ts';
import { sendStatus } from '../../http/text-reply.ts';
import type { ConflictPolicy } from '../../tree/conflict.ts';
import { copyEntry, type Transferred } from '../../tree/copy-entry.ts';
import { moveEntry } from '../../tree/move-entry.ts';
import { removeEntry } from '../../tree/remove-entry.ts';
import type { Tree } from '../../tree/tree.ts';
import type { Operations } from './operations.ts';

const SIGNED_IN = { config: { access: 'signed-in' } } as const;

/** What changes more than a single file, and may take long: copying, moving, deleting. */
export function actRoutes(tree: Tree, operations: Operations, baseUrl: string) {
  return async (app: FastifyInstance): Promise<void> => {
    app.patch('/api/resources/*', SIGNED_IN, async (request, reply) => {
      const actor = actorOf(request);
      const action = actionOf(request);
      const seenFrom = pathOf(request).path;
      const seenTo = destinationOf(request);
      const onConflict = conflictPolicyOf(request);
      const key = operationKeyOf(request);
      waitAsLongAsItTakes(request);
      const begun = {
        userId: actor.userId,
        key,
        kind: action === 'copy' ? action : 'move',
        from: seenFrom,
        to: seenTo,
        // A copy that nobody could find again ends with its caller; a move that has begun is finished.
        cancelled: action === 'copy' && key === undefined ? whenCallerLeaves(reply) : undefined,
      } as const;
      const transfer = action === 'copy' ? copyEntry : moveEntry;
      const wanted = { from: locate(actor, seenFrom), to: locate(actor, seenTo), onConflict };
      const result = await operations.run(begun, (control) =>
        transfer(tree, actor, wanted, control),
      );
      return sendStatus(describeResult(reply, actor, baseUrl, result), 200);
    });

    app.delete('/api/resources/*', SIGNED_IN, async (request, reply) => {
      const actor = actorOf(request);
      const { path } = pathOf(request);
      const key = operationKeyOf(request);
      waitAsLongAsItTakes(request);
      const begun = {
        userId: actor.userId,
        key,
        kind: 'delete',
        from: path,
        to: undefined,
      } as const;
      await operations.run(begun, (control) =>
        removeEntry(tree, actor, locate(actor, path), control),
      );
      return sendStatus(reply, 204);
    });

    app.get('/api/operations', SIGNED_IN, async (request, reply) =>
      reply.send(operations.list(actorOf(request).userId)),
    );

    app.delete('/api/operations/:key', SIGNED_IN, async (request, reply) => {
      // Fastify types params as unknown; this route has a ':key'.
      const { key } = request.params as { readonly key: string };
      if (operations.cancel(actorOf(request).userId, key)) return sendStatus(reply, 204);
      throw new AppError('not-found', 'there is no such operation');
    });
  };
}

function actionOf(request: FastifyRequest): 'copy' | 'rename' {
  const { action = '' } = queryOf(request);
  if (action === 'copy' || action === 'rename') return action;
  throw new AppError('invalid-request', `unsupported action ${action}: invalid request params`);
}

/** Decoded once with the query and once more here, a plus being a space (WIRE.md 3.11). None is the root. */
function destinationOf(request: FastifyRequest): TreePath {
  const { destination = '/' } = queryOf(request);
  let text: string;
  try {
    text = decodeURIComponent(destination.replaceAll('+', ' '));
  } catch (cause) {
    throw new AppError('invalid-path', 'the destination is not percent-encoded', { cause });
  }
  const path = parseTreePath(text);
  if (path === undefined) throw new AppError('invalid-path', 'not an acceptable destination');
  return path;
}

function conflictPolicyOf(request: FastifyRequest): ConflictPolicy {
  if (isFlagSet(request, 'rename')) return 'rename';
  return isFlagSet(request, 'override') ? 'replace' : 'fail';
}

function operationKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[OPERATION_HEADER.toLowerCase()];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\w-]{1,64}$/.test(key)) return key;
  throw new AppError('invalid-request', 'invalid operation key');
}

/** Nothing moves on the connection while much is copied: it is not to be taken for a dead one. */
function waitAsLongAsItTakes({ raw }: FastifyRequest): void {
  raw.socket.setTimeout(0);
}

function describeResult(
  reply: FastifyReply,
  actor: Actor,
  baseUrl: string,
  { path, leftOut }: Transferred,
): FastifyReply {
  reply.header(RESULT_HEADER, `${baseUrl}/api/resources${encodePath(asSeenBy(actor, path))}`);
  if (leftOut.count === 0) return reply;
  return reply
    .header(LEFT_OUT_HEADER, leftOut.count)
    .header(LEFT_OUT_NAMES_HEADER, leftOut.names.map(encodeName).join(','));
}

/** A name that is not UTF-8 is told as far as it can be. */
function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed());
}
