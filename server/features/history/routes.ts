import {
  HISTORY_COLUMNS,
  HISTORY_URL,
  HistoryEntry,
  UNDO_URL,
  UndoOutcome,
  UndoRequest,
} from '#contract/history.ts';
import { DEFAULT_ON_PAGE } from '#contract/pages.ts';
import { ROOT, withoutPrefix } from '#contract/paths.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actor } from '../../access/actor.ts';
import { sessionOf } from '../../http/authenticate.ts';
import { pageIn, sendPage, unknownPosition } from '../../http/list-pages.ts';
import { paramOf, readJson } from '../../http/request.ts';
import {
  jsonReply,
  numberParam,
  optionalJsonBody,
  PAGE_HEADERS,
  pageQuery,
  route,
} from '../../http/route.ts';
import type { Reader } from '../../metadata/database.ts';
import {
  countHistory,
  historyOf,
  type HistoryPosition,
  type StoredHistory,
} from '../../metadata/history.ts';
import type { Operations } from '../../operations/operations.ts';
import type { HistoryService } from './undo-operation.ts';
import { isListed, shownPaths } from './listed-operation.ts';
import { requestUndo, undo } from './undo.ts';

const MAX_BODY_BYTES = 4_096;
const OUTCOME = jsonReply('What has become of each operation.', UndoOutcome);

const LIST_HISTORY = route({
  access: 'authenticated',
  group: 'Files',
  summary: 'List what you have done',
  description: 'Operations of the last 30 days, at most 10,000, the newest first.',
  query: pageQuery(HISTORY_COLUMNS),
  replies: { 200: jsonReply('A page of operations.', z.array(HistoryEntry), PAGE_HEADERS) },
  refusals: ['invalid-request'],
});

const UNDO = route({
  access: 'authenticated',
  // Each operation has an entry of its own.
  audit: 'nothing',
  group: 'Files',
  summary: 'Undo the last action, or a certain one',
  description: 'Becomes a job when it takes longer than a second.',
  body: optionalJsonBody(UndoRequest),
  replies: { 200: OUTCOME },
  refusals: ['invalid-request', 'not-found', 'too-large', 'too-many-requests'],
});

const UNDO_ONE = route({
  access: 'authenticated',
  audit: 'nothing',
  group: 'Files',
  summary: 'Undo an operation, and the others of its action',
  description: 'Becomes a job when it takes longer than a second.',
  params: { id: numberParam('ID of the operation.') },
  replies: { 200: OUTCOME },
  refusals: ['not-found', 'too-many-requests'],
});

interface HistoryRoutes extends HistoryService {
  readonly operations: Operations;
}

/** Lists what users have done, and undoes it. */
export function historyRoutes(service: HistoryRoutes) {
  /** Runs an undo, which becomes a job when it takes long, and replies with its outcome. */
  async function undoFor(
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: UndoRequest,
  ): Promise<FastifyReply> {
    const { actor } = sessionOf(request);
    const { from, to, options } = await requestUndo(service, actor, wanted);
    // The connection is idle during a long undo.
    request.raw.socket.setTimeout(0);
    const caller = { actor, address: request.address };
    // The present scope of the user may not reach it. The job is shown with their home then.
    const seen = withoutPrefix(actor.root, from) ?? ROOT;
    const begun = { actor, kind: 'undo', key: undefined, from: seen, to, options } as const;
    const { status, text, headers } = await service.operations.run(begun, (control) =>
      undo(service, caller, { options }, control),
    );
    return reply.code(status).headers(headers).send(text);
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.get(HISTORY_URL, LIST_HISTORY, async (request, reply) => {
      await service.flush();
      const { actor, user } = sessionOf(request);
      const { limit = DEFAULT_ON_PAGE, after } = pageIn(request, HISTORY_COLUMNS) ?? {};
      const order = { by: 'at', isAscending: false } as const;
      const found: StoredHistory[] = [];
      for await (const slice of historyOf(service.db.read, user.id, positionIn(after))) {
        found.push(...slice.filter((entry) => isListed(actor, entry)));
        if (found.length > limit) break;
      }
      const items = found.slice(0, limit).map((entry) => shown(actor, entry));
      const last = items.at(-1);
      const next = found.length > limit && last ? `${last.at}.${last.id}` : undefined;
      const total = await countListed(service.db.read, actor);
      return sendPage(reply, { limit, after, search: '', order }, { items, total, next });
    });

    app.post(UNDO_URL, UNDO, async (request, reply) => {
      const isEmpty =
        request.headers['content-length'] === '0' ||
        request.headers['content-length'] === undefined;
      const wanted = isEmpty
        ? {}
        : await readJson(request, UndoRequest, { maxBytes: MAX_BODY_BYTES });
      return undoFor(request, reply, wanted);
    });

    app.post(`${HISTORY_URL}/:id/undo`, UNDO_ONE, async (request, reply) => {
      const id = paramOf(request, 'id');
      return undoFor(request, reply, { id: /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0 });
    });
  };
}

/** Counts the operations that are listed. With a scope, which may hide some, all of them have to be read. */
async function countListed(db: Reader, actor: Actor): Promise<number> {
  if (actor.root === ROOT) return countHistory(db, actor.userId);
  let count = 0;
  for await (const slice of historyOf(db, actor.userId))
    count += slice.filter((entry) => isListed(actor, entry)).length;
  return count;
}

function positionIn(text: string | undefined): HistoryPosition | undefined {
  if (text === undefined) return undefined;
  const [, at, id] = /^([0-9]{1,15})\.([0-9]{1,15})$/.exec(text) ?? [];
  if (at === undefined || id === undefined) throw unknownPosition();
  return { at: Number(at), id: Number(id) };
}

function shown(actor: Actor, { id, done, state, reason, at, group }: StoredHistory): HistoryEntry {
  return {
    ...shownPaths(actor, { id, done }),
    at,
    state,
    ...(reason !== undefined && { reason }),
    ...(group !== undefined && { group }),
  };
}
