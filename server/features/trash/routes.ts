import { encodePath, parseTreePath, type TreePath } from '#contract/paths.ts';
import { RESULT_HEADER } from '#contract/transfers.ts';
import {
  RestoreRequest,
  TRASH_COLUMNS,
  TRASH_DELETE_URL,
  TRASH_POSSIBLE_URL,
  TRASH_RESTORE_URL,
  TRASH_URL,
  TRASH_USAGE_URL,
  type TrashOutcome,
  type TrashPossible,
  TrashQuestion,
  TrashSelection,
} from '#contract/trash.ts';
import { DEFAULT_ON_PAGE } from '#contract/pages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toActorPath, toTreePath } from '../../access/actor-paths.ts';
import { AppError } from '../../errors.ts';
import { addAuditFacts } from '../../http/audit.ts';
import { actorOf, sessionOf } from '../../http/authenticate.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { type PageAsked, pageIn, sendPage } from '../../http/list-pages.ts';
import { isFlagSet, queryOf, readJson } from '../../http/request.ts';
import { sendStatus } from '../../http/text-reply.ts';
import { trashIdOf } from '../../http/trashed-items.ts';
import type { ConflictPolicy } from '../../tree/conflict.ts';
import type { OperationControl } from '../../tree/operation-control.ts';
import { restoreEntry } from '../../tree/restore-entry.ts';
import { deleteTrash, emptyTrash, purgeFor, restoreTrash } from './change-trash.ts';
import { isTrashPossible } from './is-trash-possible.ts';
import { pageOfTrash, usageOfTrash } from './list-trash.ts';
import {
  ASK_TRASH,
  DELETE_TRASHED,
  DELETE_TRASHED_ITEMS,
  EMPTY_TRASH,
  GET_TRASH_USAGE,
  LIST_TRASH,
  RESTORE_TRASHED,
  RESTORE_TRASHED_ITEMS,
} from './route-declarations.ts';
import { type Caller, requireTrash, type TrashService } from './trash.ts';

const MOST_BODY_BYTES = 8 * 1024 * 1024;

interface TrashRoutes extends TrashService {
  readonly baseUrl: string;
}

export function trashRoutes(service: TrashRoutes) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(TRASH_URL, LIST_TRASH, async (request, reply) => {
      const asked = pageAsked(request);
      const isOnlyOwn = isFlagSet(request, 'mine');
      const page = await pageOfTrash(service, sessionOf(request), { ...asked, isOnlyOwn });
      return sendPage(reply, asked, page);
    });

    app.delete(TRASH_URL, EMPTY_TRASH, (request, reply) => {
      const isOnlyOwn = isFlagSet(request, 'mine');
      return runLong(service, request, reply, (caller, control) =>
        emptyTrash(service, caller, { isOnlyOwn }, control),
      );
    });

    app.get(TRASH_USAGE_URL, GET_TRASH_USAGE, async (request, reply) =>
      reply.send(await usageOfTrash(service, sessionOf(request))),
    );

    app.post(TRASH_POSSIBLE_URL, ASK_TRASH, async (request, reply) => {
      const { paths } = await readJson(request, TrashQuestion, { maxBytes: MOST_BODY_BYTES });
      const permanent: string[] = [];
      for (const path of paths)
        if (!(await isTrashPossible(service, sessionOf(request), path))) permanent.push(path);
      return reply.send({ permanent } satisfies TrashPossible);
    });

    app.post(TRASH_RESTORE_URL, RESTORE_TRASHED_ITEMS, async (request, reply) => {
      const wanted = await readJson(request, RestoreRequest, { maxBytes: MOST_BODY_BYTES });
      return runLong(service, request, reply, (caller, control) =>
        restoreTrash(service, caller, wanted, control),
      );
    });

    app.post(TRASH_DELETE_URL, DELETE_TRASHED_ITEMS, async (request, reply) => {
      const { ids } = await readJson(request, TrashSelection, { maxBytes: MOST_BODY_BYTES });
      return runLong(service, request, reply, (caller, control) =>
        deleteTrash(service, caller, ids, control),
      );
    });

    app.post(`${TRASH_URL}/:id/restore`, RESTORE_TRASHED, async (request, reply) =>
      restoreOne(service, request, reply),
    );

    app.delete(`${TRASH_URL}/:id`, DELETE_TRASHED, async (request, reply) => {
      const trash = await requireTrash(service, sessionOf(request), trashIdOf(request));
      addAuditFacts(request, { about: trash.source });
      await whole(service, request, (control) =>
        purgeFor(service, callerOf(request), trash, control),
      );
      return sendStatus(reply, 204);
    });
  };
}

async function restoreOne(
  service: TrashRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const actor = actorOf(request);
  const trash = await requireTrash(service, sessionOf(request), trashIdOf(request));
  const asked = destinationOf(request);
  const to = asked === undefined ? trash.source : toTreePath(actor, asked);
  const onConflict = conflictPolicyOf(request);
  addAuditFacts(request, { about: trash.source, destination: to });
  const { result } = await whole(service, request, (control) =>
    restoreEntry(service.tree, actor, { trash, to, onConflict }, control),
  );
  addAuditFacts(request, { destination: result.path });
  const address = encodePath(toActorPath(actor, result.path));
  return sendStatus(reply.header(RESULT_HEADER, `${service.baseUrl}/api/resources${address}`), 200);
}

/** Runs an operation on several items, and replies with what has become of each. It ends when the client disconnects. */
async function runLong(
  service: TrashRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (caller: Caller, control: OperationControl) => Promise<TrashOutcome>,
): Promise<FastifyReply> {
  const cancelled = disconnectSignal(reply);
  const outcome = await whole(service, request, (control) =>
    work(callerOf(request), { ...control, cancelled }),
  );
  return reply.send(outcome);
}

/** Runs an operation to its end, also without its client. */
function whole<Result>(
  { keeper }: TrashRoutes,
  { raw }: FastifyRequest,
  work: (control: OperationControl) => Promise<Result>,
): Promise<Result> {
  // The connection is idle during a long operation.
  raw.socket.setTimeout(0);
  return keeper.run(work);
}

function callerOf(request: FastifyRequest): Caller {
  const session = { ...sessionOf(request), actor: actorOf(request) };
  return { session, address: request.address };
}

/** Newest first, unless the request says otherwise. There is no whole list, which could be long. */
function pageAsked(request: FastifyRequest): PageAsked<'deletedAt'> {
  const asked = pageIn(request, TRASH_COLUMNS);
  const { after, search = '', limit = DEFAULT_ON_PAGE } = asked ?? {};
  const isAscending = queryOf(request)['sort'] !== undefined && asked?.order.isAscending === true;
  return { limit, after, search, order: { by: 'deletedAt', isAscending } };
}

/** Returns the destination, decoded a second time as for a move; undefined without one. */
function destinationOf(request: FastifyRequest): TreePath | undefined {
  const { destination } = queryOf(request);
  if (destination === undefined) return undefined;
  let text: string;
  try {
    text = decodeURIComponent(destination);
  } catch (cause) {
    throw new AppError('invalid-path', 'the destination is not percent-encoded', { cause });
  }
  const path = parseTreePath(text);
  if (path !== undefined) return path;
  throw new AppError('invalid-path', 'not an acceptable destination', {
    refusal: { code: 'bad-path' },
  });
}

function conflictPolicyOf(request: FastifyRequest): ConflictPolicy {
  if (isFlagSet(request, 'rename')) return 'rename';
  return isFlagSet(request, 'override') ? 'replace' : 'fail';
}
