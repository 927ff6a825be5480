import { FAILED_COMMAND_HEADER } from '#contract/failed-command.ts';
import type { OperationOutcome } from '#contract/operations.ts';
import { encodePath, ROOT, type TreePath } from '#contract/paths.ts';
import { LEFT_OUT_HEADER, LEFT_OUT_NAMES_HEADER, RESULT_HEADER } from '#contract/transfers.ts';
import { PERMANENT_QUERY, TRASHED_HEADER } from '#contract/trash.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { toActorPath, toTreePath } from '../../access/actor-paths.ts';
import { AppError } from '../../errors.ts';
import { actorOf } from '../../http/authenticate.ts';
import { addAuditFacts, auditCompleted, type AuditFacts } from '../../http/audit.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { operationKeyOf } from '../../http/operation-key.ts';
import { isFlagSet, paramOf, pathOf, queryOf } from '../../http/request.ts';
import { errorReply, statusReply } from '../../http/error-reply.ts';
import { sendStatus, sendText } from '../../http/text-reply.ts';
import type { CommandFailed } from '../../programs/events/event-hooks.ts';
import type { ConflictPolicy } from '../../tree/conflict.ts';
import { copyEntry } from '../../tree/copy-entry.ts';
import { moveEntry } from '../../tree/move-entry.ts';
import { type RemovalRequest, type Removed, removeEntry } from '../../tree/remove-entry.ts';
import type { Completed } from '../../tree/run-operation.ts';
import type { Transferred } from '../../tree/transfer.ts';
import type { Tree } from '../../tree/tree.ts';
import type { OperationControl } from '../../tree/operation-control.ts';
import type { JobRequest } from '../../operations/job-runner.ts';
import type { Jobs } from '../../operations/jobs.ts';
import { OperationCancelled, type OperationEnd } from '../../operations/operations.ts';
import {
  CANCEL_OPERATION,
  DELETE_RESOURCE,
  GET_OPERATION,
  LIST_OPERATIONS,
  TRANSFER,
} from './route-declarations.ts';
import { parseDestination } from '../../http/destination.ts';

/** Does the work of copies, moves and deletions for their requests, and again for jobs after a restart. */
export function operationJobs(
  tree: Tree,
  baseUrl: string,
): Readonly<Record<'copy' | 'move' | 'delete', PerformAudited>> {
  const transferBy =
    (transfer: typeof copyEntry): PerformAudited =>
    async (actor, { from, to = ROOT, options }, control, onDone) => {
      const onConflict = options.onConflict ?? 'fail';
      const { completes } = options;
      const wanted =
        completes === undefined
          ? { from, to, onConflict }
          : { from, to: completes as TreePath, onConflict, skipsSame: true }; // Only TreePaths are stored.
      const done = await transfer(tree, actor, wanted, control);
      const { path, leftOut } = done.result;
      onDone?.(done, { destination: path });
      const reply = leftOut.isPartial
        ? cancelledReply(actor, baseUrl, path)
        : describeResult(actor, baseUrl, done);
      return { reply, result: path, left: leftOut };
    };
  return {
    copy: transferBy(copyEntry),
    move: transferBy(moveEntry),
    async delete(actor, { from, options }, control) {
      const trash = trashUse(options.permanent);
      const { result, failed } = await removeEntry(tree, actor, { path: from, trash }, control);
      const reply = { status: 204, text: '', headers: trashHeaders(result) };
      return { reply: withFailed(reply, failed) };
    },
  };
}

/** Does the work of a job. Calls `onDone` with the facts for the audit log. */
type PerformAudited = (
  actor: Actor,
  request: JobRequest,
  control: OperationControl,
  onDone?: (done: Pick<Completed<unknown>, 'hasChanged'>, facts: AuditFacts) => void,
) => Promise<OperationEnd>;

/** Serves the operations that may take long: copying, moving, deleting. */
export function operationRoutes(tree: Tree, jobs: Jobs, baseUrl: string) {
  const { operations } = jobs;
  const perform = operationJobs(tree, baseUrl);
  return async (app: FastifyInstance): Promise<void> => {
    app.patch('/api/resources/*', TRANSFER, async (request, reply) => {
      const actor = actorOf(request);
      const kind = actionOf(request) === 'copy' ? 'copy' : 'move';
      const { path: from } = pathOf(request);
      const to = destinationOf(request);
      const options = { onConflict: conflictPolicyOf(request) };
      const key = operationKeyOf(request);
      waitAsLongAsItTakes(request);
      // A copy without a key ends with its caller, because it cannot be found again. A move is finished.
      const cancelled = kind === 'copy' && key === undefined ? disconnectSignal(reply) : undefined;
      const begun = { actor, key, kind, from, to, options, cancelled } as const;
      const wanted = { from: toTreePath(actor, from), to: toTreePath(actor, to), options };
      addAuditFacts(request, {
        destination: wanted.to,
        recordsFailuresOnly: operations.isRepeated(begun),
      });
      const outcome = await operations.run(begun, (control) =>
        perform[kind](actor, wanted, control, (done, facts) =>
          auditCompleted(request, done, facts),
        ),
      );
      return sendOutcome(reply, outcome);
    });

    app.delete('/api/resources/*', DELETE_RESOURCE, async (request, reply) => {
      const actor = actorOf(request);
      const { path: from } = pathOf(request);
      const key = operationKeyOf(request);
      waitAsLongAsItTakes(request);
      const permanent = permanentOf(request);
      const options = permanent === undefined ? {} : { permanent };
      const begun = { actor, key, kind: 'delete', from, to: undefined, options } as const;
      addAuditFacts(request, { recordsFailuresOnly: operations.isRepeated(begun) });
      const wanted = { from: toTreePath(actor, from), to: undefined, options };
      const outcome = await operations.run(begun, (control) =>
        perform.delete(actor, wanted, control),
      );
      return sendOutcome(reply, outcome);
    });

    app.get('/api/operations', LIST_OPERATIONS, async (request, reply) =>
      reply.send(operations.list(actorOf(request).userId)),
    );

    app.get('/api/operations/:key', GET_OPERATION, async (request, reply) => {
      const state = await jobs.operations.stateOf(actorOf(request), keyInPath(request));
      if (state) return reply.send(state);
      throw new AppError('not-found', 'nothing is known of such an operation');
    });

    app.delete('/api/operations/:key', CANCEL_OPERATION, async (request, reply) => {
      if (await jobs.cancelOperation(actorOf(request), keyInPath(request))) {
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

/** Returns the destination. The default is the root. */
function destinationOf(request: FastifyRequest): TreePath {
  const { destination = '/' } = queryOf(request);
  return parseDestination(destination);
}

function conflictPolicyOf(request: FastifyRequest): ConflictPolicy {
  if (isFlagSet(request, 'rename')) return 'rename';
  return isFlagSet(request, 'override') ? 'replace' : 'fail';
}

function permanentOf(request: FastifyRequest): boolean | undefined {
  const asked = queryOf(request)[PERMANENT_QUERY];
  return asked === 'true' || asked === 'false' ? asked === 'true' : undefined;
}

function trashUse(permanent: boolean | undefined): RemovalRequest['trash'] {
  if (permanent === undefined) return 'preferred';
  return permanent ? 'unused' : 'required';
}

function keyInPath(request: FastifyRequest): string {
  return paramOf(request, 'key');
}

/** Removes the timeout of the connection, which is idle during a long operation. */
function waitAsLongAsItTakes({ raw }: FastifyRequest): void {
  raw.socket.setTimeout(0);
}

/** Names the item in the trash, so that a client can restore it. */
function trashHeaders({ trashId }: Removed): Record<string, string> {
  return trashId === undefined ? {} : { [TRASHED_HEADER.toLowerCase()]: `${trashId}` };
}

/** Returns the reply of a copy that its user has cancelled, whose part is at `path`. */
function cancelledReply(actor: Actor, baseUrl: string, path: TreePath): OperationOutcome {
  const { status, body } = errorReply(new OperationCancelled());
  return { status, text: body, headers: resultHeader(actor, baseUrl, path) };
}

function resultHeader(actor: Actor, baseUrl: string, path: TreePath): Record<string, string> {
  const address = `${baseUrl}/api/resources${encodePath(toActorPath(actor, path))}`;
  return { [RESULT_HEADER.toLowerCase()]: address };
}

function describeResult(
  actor: Actor,
  baseUrl: string,
  { result: { path, leftOut }, failed }: Completed<Transferred>,
): OperationOutcome {
  const { status, body } = statusReply(200);
  const headers = resultHeader(actor, baseUrl, path);
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

/** Sends an outcome, which may be the failure of an earlier request with the same key. */
function sendOutcome(
  reply: FastifyReply,
  { status, text, headers }: OperationOutcome,
): FastifyReply {
  reply.headers(headers);
  return text === '' ? sendStatus(reply, status) : sendText(reply, status, text);
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
