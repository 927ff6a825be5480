import type { UndoOutcome, UndoRequest } from '#contract/history.ts';
import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../metadata/database.ts';
import { findAction, findHistory, historyOf, type StoredHistory } from '../../metadata/history.ts';
import { findUserById } from '../../metadata/users.ts';
import type { JobRequest } from '../../operations/job-runner.ts';
import type { OperationEnd } from '../../operations/operations.ts';
import { MAX_NAMED } from '../../storage/walk-outcomes.ts';
import type { OperationControl } from '../../tree/operation-control.ts';
import { isListed, shownPaths, sourceOf } from './listed-operation.ts';
import { undoOperation, type HistoryService, type Caller } from './undo-operation.ts';
import { UndoSteps } from './undo-steps.ts';

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/**
 * Returns the job that undoes the last action of the actor, or the one that is asked for, the last operation first. Throws `not-found` when
 * there is nothing to undo.
 */
export async function requestUndo(
  service: HistoryService,
  actor: Actor,
  request: UndoRequest,
): Promise<JobRequest> {
  await service.flush();
  const entries = await wantedEntries(service, actor, request);
  const [first] = entries;
  const from = first === undefined ? actor.root : sourceOf(first.done);
  return { from, to: undefined, options: { undo: { ids: entries.map(({ id }) => id) } } };
}

/**
 * Undoes the operations of a job. Each is undone or refused for itself: an item that has changed since is left as it is. What an earlier
 * attempt has undone stays so.
 */
export async function undo(
  service: HistoryService,
  caller: Caller,
  { options }: Pick<JobRequest, 'options'>,
  control: OperationControl,
): Promise<OperationEnd> {
  const { actor } = caller;
  const ids = options.undo?.ids ?? [];
  const found = await findHistory(service.db.read, actor.userId, ids);
  const byId = new Map(found.map((entry) => [entry.id, entry]));
  const entries = ids.flatMap((id) => byId.get(id) ?? []);
  const user = await findUserById(service.db.read, actor.userId);
  const steps = new UndoSteps(control, entries.length);
  const results: UndoOutcome['results'] = [];
  try {
    for (const entry of entries) {
      const { group } = entry;
      const about = { ...shownPaths(actor, entry), ...(group !== undefined && { group }) };
      const reason = await steps.take(about.path, (step) =>
        entry.state === 'undone'
          ? Promise.resolve(undefined)
          : undoOperation(service, { ...caller, signedUp: user?.signedUp === true }, entry, step),
      );
      results.push(
        reason === undefined
          ? { ...about, state: 'undone' }
          : { ...about, state: 'refused', reason },
      );
    }
  } finally {
    service.announce(actor.userId);
  }
  const refused = results.filter(({ state }) => state === 'refused');
  const names = refused
    .slice(0, MAX_NAMED)
    .map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
  const text = JSON.stringify({ results } satisfies UndoOutcome);
  return {
    reply: { status: 200, text, headers: JSON_HEADERS },
    left: { count: refused.length, names },
  };
}

/** Returns the operations of an action that are not undone, the last one first. The last action is one of those that are listed. */
async function wantedEntries(
  { db }: HistoryService,
  actor: Actor,
  { id, group, besides = [] }: UndoRequest,
): Promise<StoredHistory[]> {
  const { userId } = actor;
  let action = group;
  let entries: readonly StoredHistory[] = [];
  if (group === undefined) {
    const found =
      id === undefined
        ? await lastDone(db, actor, new Set(besides))
        : (await findHistory(db.read, userId, [id]))[0];
    action = found?.group;
    entries = found === undefined ? [] : [found];
  }
  if (action !== undefined) entries = await findAction(db.read, { userId, group: action });
  const wanted = entries.filter(({ state }) => state !== 'undone');
  if (wanted.length === 0) throw new AppError('not-found', 'there is nothing to undo');
  return wanted;
}

/** Finds the last operation of the actor that is listed and not undone, besides those with the given ids. */
async function lastDone(
  db: Pick<Database, 'read'>,
  actor: Actor,
  besides: ReadonlySet<number>,
): Promise<StoredHistory | undefined> {
  for await (const slice of historyOf(db.read, actor.userId)) {
    const found = slice.find(
      (entry) => entry.state === 'done' && !besides.has(entry.id) && isListed(actor, entry),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
