import { parseTreePath, type TreePath } from '#contract/paths.ts';
import {
  RestoreRequest,
  TRASH_COLUMNS,
  TRASH_DELETE_URL,
  TRASH_POSSIBLE_URL,
  TRASH_RESTORE_URL,
  TRASH_URL,
  TRASH_USAGE_URL,
  type TrashPossible,
  TrashQuestion,
  TrashSelection,
} from '#contract/trash.ts';
import { DEFAULT_ON_PAGE } from '#contract/pages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toActorPath, toTreePath } from '../../access/actor-paths.ts';
import { AppError } from '../../errors.ts';
import { actorOf } from '../../http/authenticate.ts';
import { type PageAsked, pageIn, sendPage } from '../../http/list-pages.ts';
import { operationKeyOf } from '../../http/operation-key.ts';
import { isFlagSet, queryOf, readJson } from '../../http/request.ts';
import { sendStatus, sendText } from '../../http/text-reply.ts';
import { trashIdOf } from '../../http/trashed-items.ts';
import { trashBounds } from '../../metadata/trash.ts';
import type { JobRequest } from '../../operations/job-runner.ts';
import type { Operations } from '../../operations/operations.ts';
import type { ConflictPolicy } from '../../tree/conflict.ts';
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
import type { Caller, TrashService } from './trash.ts';
import { firstSource, trashJobs } from './trash-jobs.ts';
import { parseDestination } from '../../http/destination.ts';

const MAX_BODY_BYTES = 8 * 1024 * 1024;

interface TrashRoutes extends TrashService {
  readonly baseUrl: string;
  readonly operations: Operations;
}

export function trashRoutes(service: TrashRoutes) {
  const { operations } = service;
  const perform = trashJobs(service);

  /** Runs an operation, which becomes a job when it takes long, and replies with its outcome. */
  async function run(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: 'restore' | 'purge',
    { from, to, options }: JobRequest,
  ): Promise<FastifyReply> {
    const caller = callerOf(request);
    const { actor } = caller;
    const seen = (path: TreePath) => toActorPath(actor, path);
    // The connection is idle during a long operation.
    request.raw.socket.setTimeout(0);
    const key = operationKeyOf(request);
    const begun = { actor, kind, key, from: seen(from), to: to && seen(to), options };
    const { status, text, headers } = await operations.run(begun, (control) =>
      perform[kind](caller, { from, to, options }, control),
    );
    reply.headers(headers);
    if (text === '') return sendStatus(reply, status);
    return headers['content-type'] === undefined
      ? sendText(reply, status, text)
      : reply.code(status).send(text);
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.get(TRASH_URL, LIST_TRASH, async (request, reply) => {
      const asked = pageAsked(request);
      const isOnlyOwn = isFlagSet(request, 'mine');
      const page = await pageOfTrash(service, actorOf(request), { ...asked, isOnlyOwn });
      return sendPage(reply, asked, page);
    });

    app.delete(TRASH_URL, EMPTY_TRASH, async (request, reply) => {
      const isOnlyOwn = isFlagSet(request, 'mine');
      const options = { trash: { isOnlyOwn, bounds: await trashBounds(service.db.read) } };
      return run(request, reply, 'purge', { from: actorOf(request).root, to: undefined, options });
    });

    app.get(TRASH_USAGE_URL, GET_TRASH_USAGE, async (request, reply) =>
      reply.send(await usageOfTrash(service, actorOf(request))),
    );

    app.post(TRASH_POSSIBLE_URL, ASK_TRASH, async (request, reply) => {
      const { paths } = await readJson(request, TrashQuestion, { maxBytes: MAX_BODY_BYTES });
      const permanent: string[] = [];
      for (const path of paths)
        if (!(await isTrashPossible(service, actorOf(request), path))) permanent.push(path);
      return reply.send({ permanent } satisfies TrashPossible);
    });

    app.post(TRASH_RESTORE_URL, RESTORE_TRASHED_ITEMS, async (request, reply) => {
      const wanted = await readJson(request, RestoreRequest, { maxBytes: MAX_BODY_BYTES });
      const { ids, folder, onConflict } = wanted;
      const to =
        folder === undefined ? undefined : toTreePath(actorOf(request), requirePath(folder));
      const options = { ...(onConflict && { onConflict }), trash: { ids } };
      const from = await firstSource(service, callerOf(request), ids);
      return run(request, reply, 'restore', { from, to, options });
    });

    app.post(TRASH_DELETE_URL, DELETE_TRASHED_ITEMS, async (request, reply) => {
      const { ids } = await readJson(request, TrashSelection, { maxBytes: MAX_BODY_BYTES });
      const from = await firstSource(service, callerOf(request), ids);
      return run(request, reply, 'purge', { from, to: undefined, options: { trash: { ids } } });
    });

    app.post(`${TRASH_URL}/:id/restore`, RESTORE_TRASHED, async (request, reply) => {
      const actor = actorOf(request);
      const ids = [trashIdOf(request)];
      const asked = destinationOf(request);
      const from = await firstSource(service, callerOf(request), ids);
      const to = asked === undefined ? undefined : toTreePath(actor, asked);
      const options = { onConflict: conflictPolicyOf(request), trash: { ids, isSingle: true } };
      return run(request, reply, 'restore', { from, to, options });
    });

    // Only numbers, so that other names below this address refuse DELETE.
    app.delete(`${TRASH_URL}/:id(^\\d{1,15}$)`, DELETE_TRASHED, async (request, reply) => {
      const ids = [trashIdOf(request)];
      const from = await firstSource(service, callerOf(request), ids);
      const options = { trash: { ids, isSingle: true } };
      return run(request, reply, 'purge', { from, to: undefined, options });
    });
  };
}

function callerOf(request: FastifyRequest): Caller {
  return { actor: actorOf(request), address: request.address };
}

/** Newest first, unless the request says otherwise. There is no whole list, which could be long. */
function pageAsked(request: FastifyRequest): PageAsked<'deletedAt'> {
  const asked = pageIn(request, TRASH_COLUMNS, ['mine']);
  const { after, search = '', limit = DEFAULT_ON_PAGE } = asked ?? {};
  const isAscending = queryOf(request)['sort'] !== undefined && asked?.order.isAscending === true;
  return { limit, after, search, order: { by: 'deletedAt', isAscending } };
}

/** Returns the destination; undefined without one. */
function destinationOf(request: FastifyRequest): TreePath | undefined {
  const { destination } = queryOf(request);
  return destination === undefined ? undefined : parseDestination(destination);
}

function conflictPolicyOf(request: FastifyRequest): ConflictPolicy {
  if (isFlagSet(request, 'rename')) return 'rename';
  return isFlagSet(request, 'override') ? 'replace' : 'fail';
}

function requirePath(text: string): TreePath {
  const path = parseTreePath(text);
  if (path !== undefined) return path;
  throw new AppError('invalid-path', 'not an acceptable folder', { refusal: { code: 'bad-path' } });
}
