import { FAILED_COMMAND_HEADER } from '#contract/failed-command.ts';
import type { OperationOutcome } from '#contract/operations.ts';
import { encodePath, parseTreePath, type TreePath } from '#contract/paths.ts';
import { LEFT_OUT_HEADER, LEFT_OUT_NAMES_HEADER, RESULT_HEADER } from '#contract/transfers.ts';
import { PERMANENT_QUERY, TRASHED_HEADER } from '#contract/trash.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { toActorPath, toTreePath } from '../../access/actor-paths.ts';
import { AppError } from '../../errors.ts';
import { actorOf } from '../../http/authenticate.ts';
import { addAuditFacts, auditCompleted } from '../../http/audit.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { isFlagSet, pathOf, queryOf } from '../../http/request.ts';
import { errorReply, statusReply } from '../../http/error-reply.ts';
import { operationKeyOf, sendOutcome, waitAsLongAsItTakes } from '../../http/long-operation.ts';
import { sendStatus } from '../../http/text-reply.ts';
import type { CommandFailed } from '../../programs/events/event-hooks.ts';
import type { ConflictPolicy } from '../../tree/conflict.ts';
import { copyEntry } from '../../tree/copy-entry.ts';
import { moveEntry } from '../../tree/move-entry.ts';
import { type Removed, removeEntry } from '../../tree/remove-entry.ts';
import type { Completed } from '../../tree/run-operation.ts';
import type { Transferred } from '../../tree/transfer.ts';
import type { Tree } from '../../tree/tree.ts';
import type { Operations } from './operations.ts';
import {
  CANCEL_OPERATION,
  DELETE_RESOURCE,
  GET_OPERATION,
  LIST_OPERATIONS,
  TRANSFER,
} from './route-declarations.ts';

/** Serves the operations that may take long: copying, moving, deleting. */
export function operationRoutes(tree: Tree, operations: Operations, baseUrl: string) {
  return async (app: FastifyInstance): Promise<void> => {
    app.patch('/api/resources/*', TRANSFER, async (request, reply) => {
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
        how: onConflict,
        // A copy without a key ends with its caller, because it cannot be found again. A move is finished.
        cancelled: action === 'copy' && key === undefined ? disconnectSignal(reply) : undefined,
      } as const;
      const transfer = action === 'copy' ? copyEntry : moveEntry;
      const wanted = {
        from: toTreePath(actor, seenFrom),
        to: toTreePath(actor, seenTo),
        onConflict,
      };
      addAuditFacts(request, {
        destination: wanted.to,
        recordsFailuresOnly: operations.isRepeated(begun),
      });
      const outcome = await operations.run(begun, async (control) => {
        const done = await transfer(tree, actor, wanted, control);
        auditCompleted(request, done, { destination: done.result.path });
        return describeResult(actor, baseUrl, done);
      });
      return sendOutcome(reply, outcome);
    });

    app.delete('/api/resources/*', DELETE_RESOURCE, async (request, reply) => {
      const actor = actorOf(request);
      const { path } = pathOf(request);
      const isPermanent = isFlagSet(request, PERMANENT_QUERY);
      const key = operationKeyOf(request);
      waitAsLongAsItTakes(request);
      const begun = {
        userId: actor.userId,
        key,
        kind: 'delete',
        from: path,
        to: undefined,
        how: isPermanent ? PERMANENT_QUERY : '',
      } as const;
      addAuditFacts(request, { recordsFailuresOnly: operations.isRepeated(begun) });
      const outcome = await operations.run(begun, async (control) => {
        const removal = { path: toTreePath(actor, path), isPermanent };
        const { result, failed } = await removeEntry(tree, actor, removal, control);
        return withFailed({ status: 204, text: '', headers: trashHeaders(result) }, failed);
      });
      return sendOutcome(reply, outcome);
    });

    app.get('/api/operations', LIST_OPERATIONS, async (request, reply) =>
      reply.send(operations.list(actorOf(request).userId)),
    );

    app.get('/api/operations/:key', GET_OPERATION, async (request, reply) => {
      const state = await operations.stateOf(actorOf(request).userId, keyInPath(request));
      if (state) return reply.send(state);
      throw new AppError('not-found', 'nothing is known of such an operation');
    });

    app.delete('/api/operations/:key', CANCEL_OPERATION, async (request, reply) => {
      if (operations.cancel(actorOf(request).userId, keyInPath(request))) {
        return sendStatus(reply, 204);
      }
      throw new AppError('not-found', 'there is no such operation');
    });
  };
}

function actionOf(request: FastifyRequest): 'copy' | 'rename' {
  const { action = '' } = queryOf(request);
  if (action === 'copy' || action === 'rename') return action;
  throw new AppError('invalid-request', `unsupported action ${action}: invalid request params`);
}

/** Returns the destination, decoded a second time, with plus signs as spaces (compatibility.md 3.11). The default is the root. */
function destinationOf(request: FastifyRequest): TreePath {
  const { destination = '/' } = queryOf(request);
  let text: string;
  try {
    text = decodeURIComponent(destination.replaceAll('+', ' '));
  } catch (cause) {
    throw new AppError('invalid-path', 'the destination is not percent-encoded', { cause });
  }
  const path = parseTreePath(text);
  if (path === undefined)
    throw new AppError('invalid-path', 'not an acceptable destination', {
      refusal: { code: 'bad-path' },
    });
  return path;
}

function conflictPolicyOf(request: FastifyRequest): ConflictPolicy {
  if (isFlagSet(request, 'rename')) return 'rename';
  return isFlagSet(request, 'override') ? 'replace' : 'fail';
}

function keyInPath(request: FastifyRequest): string {
  // Fastify types params as unknown; the routes that call this have a `:key`.
  return (request.params as { readonly key: string }).key;
}

/** Names the item in the trash, so that a client can restore it. */
function trashHeaders({ trashId }: Removed): Record<string, string> {
  return trashId === undefined ? {} : { [TRASHED_HEADER.toLowerCase()]: `${trashId}` };
}

function describeResult(
  actor: Actor,
  baseUrl: string,
  { result: { path, leftOut }, failed }: Completed<Transferred>,
): OperationOutcome {
  const { status, body } = statusReply(200);
  const headers: Record<string, string> = {
    [RESULT_HEADER.toLowerCase()]: `${baseUrl}/api/resources${encodePath(toActorPath(actor, path))}`,
  };
  if (leftOut.count > 0) {
    headers[LEFT_OUT_HEADER.toLowerCase()] = `${leftOut.count}`;
    headers[LEFT_OUT_NAMES_HEADER.toLowerCase()] = namesInHeader(leftOut.names);
  }
  return withFailed({ status, text: body, headers }, failed);
}

/** Adds the failure of the command after the operation. The headers describe the operation, which is complete. */
function withFailed(
  outcome: OperationOutcome,
  failed: CommandFailed | undefined,
): OperationOutcome {
  if (failed === undefined) return outcome;
  const { status, body } = errorReply(failed);
  const headers = { ...outcome.headers, [FAILED_COMMAND_HEADER.toLowerCase()]: failed.trigger };
  return { status, text: body, headers };
}

/** Maximum length of the names. Many proxies and clients refuse replies with headers of more than 8 KiB. */
const LONGEST_NAMES = 3_000;

/** Joins as many names as fit. Another header states their number. */
function namesInHeader(names: readonly string[]): string {
  let text = '';
  for (const name of names.map(encodeName)) {
    const longer = text === '' ? name : `${text},${name}`;
    if (longer.length <= LONGEST_NAMES) text = longer;
  }
  return text;
}

/** Encodes a name. Bytes that are not UTF-8 become replacement characters. */
function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed());
}
