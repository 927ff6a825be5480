import type {
  HistoryEntry,
  HistoryKind,
  UndoOutcome,
  UndoRefusal,
  UndoRequest,
} from '#contract/history.ts';
import type { AuditedOperation } from '#contract/audit.ts';
import { isWithin, ROOT, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../../access/actor.ts';
import { toActorPath } from '../../access/actor-paths.ts';
import { AppError } from '../../errors.ts';
import type { AuditSink } from '../../http/audit.ts';
import type { Database } from '../../metadata/database.ts';
import {
  type DoneOperation,
  findAction,
  findHistory,
  historyOf,
  setHistoryState,
  type StoredHistory,
} from '../../metadata/history.ts';
import { findTrash, type StoredTrash } from '../../metadata/trash.ts';
import { findUserById } from '../../metadata/users.ts';
import type { JobRequest } from '../../operations/jobs.ts';
import type { OperationEnd } from '../../operations/operations.ts';
import { EVERYTHING } from '../../policy/walk-filter.ts';
import type { EntryStat } from '../../storage/entry.ts';
import { MAX_NAMED } from '../../storage/walk-outcomes.ts';
import { entryAt } from '../../tree/entry-at.ts';
import { refOf } from '../../tree/entry-paths.ts';
import { moveEntry } from '../../tree/move-entry.ts';
import type { OperationControl } from '../../tree/operation-control.ts';
import { removeEntry } from '../../tree/remove-entry.ts';
import { restoreEntry } from '../../tree/restore-entry.ts';
import { restoreVersion } from '../../tree/restore-version.ts';
import type { Tree } from '../../tree/tree.ts';

export interface HistoryService {
  readonly tree: Tree;
  readonly db: Database;
  readonly audit: AuditSink;
  /** Stores what has ended a moment ago. */
  flush(): Promise<void>;
  /** Tells pages of a user that their history has changed. */
  announce(userId: number): void;
}

/** User who asks for an undo. The address is empty for a job that goes on after a restart. */
export interface Caller {
  readonly actor: Actor;
  readonly address: string;
}

/** Why an operation is not undone. */
class Refused extends Error {
  readonly reason: UndoRefusal;

  constructor(reason: UndoRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/** Reasons that no later attempt removes. */
const FINAL: ReadonlySet<UndoRefusal> = new Set(['changed', 'gone', 'no-trash']);

/** Interval at which the progress between operations is reported. Milliseconds. */
const REPORT_EVERY_MS = 200;

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
          : undoOne(service, { ...caller, signedUp: user?.signedUp === true }, entry, step),
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

/** Takes the steps of an undo one after another: stands still between them while its job is paused, and ends when it is cancelled. */
class UndoSteps {
  readonly #control: OperationControl;
  readonly #count: number;
  #done = 0;
  #reportedAt = 0;

  constructor(control: OperationControl, count: number) {
    this.#control = control;
    this.#count = count;
    if (count > 1) control.reportTotals({ files: count, folders: 0, others: 0, bytes: 0 });
  }

  /** Calls `work` with its own control, whose journal entry does not say how far the job is. A single step reports its own progress. */
  async take<Result>(
    current: string,
    work: (control: OperationControl) => Promise<Result>,
  ): Promise<Result> {
    const { cancelled, stopping, hold, reportTotals, reportProgress } = this.#control;
    const over = AbortSignal.any([cancelled, stopping]);
    await hold?.released(over);
    over.throwIfAborted();
    const own = { cancelled, stopping, hold };
    const none = (): void => undefined;
    const result = await work(
      this.#count === 1
        ? { ...own, reportTotals, reportProgress }
        : { ...own, reportTotals: none, reportProgress: none },
    );
    this.#done += 1;
    const isLast = this.#done === this.#count;
    if (this.#count > 1 && (isLast || Date.now() - this.#reportedAt >= REPORT_EVERY_MS)) {
      this.#reportedAt = Date.now();
      reportProgress({ entries: this.#done, bytes: 0, current });
    }
    return result;
  }
}

/** Returns false for an operation all of whose paths are out of the scope of the actor, which has been changed since. */
export function isListed(actor: Actor, { done }: Pick<StoredHistory, 'done'>): boolean {
  const paths = 'target' in done ? [sourceOf(done), done.target] : [sourceOf(done)];
  return paths.some((path) => isWithin(actor.root, path));
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

async function undoOne(
  service: HistoryService,
  { actor, address, signedUp }: Caller & { readonly signedUp: boolean },
  entry: StoredHistory,
  control: OperationControl,
): Promise<UndoRefusal | undefined> {
  const { db, audit } = service;
  if (entry.state === 'impossible') return entry.reason ?? 'gone';
  try {
    await invert(service, actor, entry, control);
  } catch (error) {
    // One that was cancelled, or that the stopping server has interrupted, is neither undone nor refused.
    control.cancelled.throwIfAborted();
    control.stopping.throwIfAborted();
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    if (FINAL.has(reason))
      await db.write((tx) => setHistoryState(tx, entry.id, { state: 'impossible', reason }));
    return reason;
  }
  await db.write((tx) => setHistoryState(tx, entry.id, { state: 'undone', reason: undefined }));
  const about = sourceOf(entry.done);
  const facts = { at: Date.now(), username: actor.username, address, about, status: 200 };
  audit.record({ ...facts, act: ACTS[entry.done.kind] }, { signedUp });
  return undefined;
}

/** Facts about an undo for the audit log. */
const ACTS: Readonly<Record<HistoryKind, AuditedOperation>> = {
  delete: 'restore',
  move: 'move',
  copy: 'delete',
  create: 'delete',
  folder: 'delete',
  restore: 'delete',
  replace: 'save',
};

async function invert(
  { tree, db }: HistoryService,
  user: Actor,
  { id, done, at }: StoredHistory,
  control: OperationControl,
): Promise<void> {
  // The history is changed in the transaction that ends the last step, so that no crash comes in between.
  const actor: Actor = { ...user, action: { kind: 'undo', completes: id } };
  if (done.kind === 'delete') {
    const trash = done.trash === undefined ? undefined : await findTrash(db.read, done.trash);
    if (trash === undefined) throw new Refused('gone');
    await restoreEntry(tree, actor, { trash, to: trash.source, onConflict: 'fail' }, control);
    return;
  }
  await requireUnchanged(tree, done, at, control);
  const version = await replacedBy(db, done);
  if (done.kind === 'move') {
    const back = { from: done.target, to: done.source, onConflict: 'fail' } as const;
    const isWhole = version === undefined;
    await moveEntry(tree, isWhole ? actor : { ...user, action: { kind: 'undo' } }, back, control);
    if (isWhole) return;
    // The replaced file gets its name again.
    const trash = { ...version, source: done.target };
    await restoreEntry(tree, actor, { trash, to: done.target, onConflict: 'fail' }, control);
    return;
  }
  if (version !== undefined) {
    await restoreVersion(tree, actor, { version, place: done.target }, control);
    return;
  }
  if (done.kind === 'replace') throw new Refused('no-version');
  await removeEntry(tree, actor, { path: done.target, trash: 'required' }, control);
}

/** Returns the version of the file that an operation has replaced; undefined for one that has replaced nothing. */
async function replacedBy(
  { read }: Pick<Database, 'read'>,
  done: Present,
): Promise<StoredTrash | undefined> {
  const id = 'version' in done ? done.version : undefined;
  if (id === undefined) return undefined;
  const version = await findTrash(read, id);
  if (version?.purpose !== 'version') throw new Refused('no-version');
  return version;
}

type Present = Exclude<DoneOperation, { readonly kind: 'delete' }>;

/** Throws unless the item is where the operation has left it. What would be removed must not have changed since, nor anything in it. */
async function requireUnchanged(
  tree: Tree,
  done: Present,
  at: number,
  control: OperationControl,
): Promise<void> {
  const there = await entryAt(tree, done.target);
  if (there === undefined) throw new Refused('gone');
  if (there.fingerprint !== (done.item ?? there.fingerprint)) throw new Refused('changed');
  if (done.kind === 'move' || done.kind === 'restore') return;
  const isSame =
    'size' in done ? isSameFile(there, done) : await isSameTree(tree, done, at, control);
  if (!isSame) throw new Refused('changed');
}

function isSameFile(
  { size, modifiedNs }: EntryStat,
  done: { readonly size: number; readonly modified: string },
): boolean {
  return size === done.size && `${modifiedNs}` === done.modified;
}

async function isSameTree(
  tree: Tree,
  { kind, target }: Present,
  at: number,
  { stopping }: OperationControl,
): Promise<boolean> {
  const task = { entry: refOf(target), filter: EVERYTHING, refused: 'skips' } as const;
  const survey = await tree.walks.survey({ ...task, findsChanges: true }, { signal: stopping });
  if (kind === 'folder') return survey.files + survey.others === 0 && survey.folders === 1;
  return (survey.changedMs ?? 0) <= at;
}

function reasonOf(error: unknown): UndoRefusal | undefined {
  if (error instanceof Refused) return error.reason;
  if (!(error instanceof AppError)) return undefined;
  if (error.refusal?.code === 'not-into-trash') return 'no-trash';
  if (error.code === 'not-found') return 'gone';
  if (error.code === 'already-exists' || error.code === 'locked') return 'taken';
  return error.code === 'forbidden' ? 'forbidden' : undefined;
}

/** Returns the path that an operation is listed with. */
function sourceOf(done: DoneOperation): TreePath {
  if ('source' in done && done.source !== undefined) return done.source;
  return 'target' in done ? done.target : ROOT;
}

/** Returns the facts with which an operation is listed: its paths as the actor sees them. */
export function shownPaths(
  actor: Actor,
  { id, done }: Pick<StoredHistory, 'id' | 'done'>,
): Pick<HistoryEntry, 'id' | 'kind' | 'path' | 'to'> {
  const hasTarget = done.kind === 'copy' || done.kind === 'move' || done.kind === 'restore';
  return {
    id,
    kind: done.kind,
    path: shownPath(actor, sourceOf(done)),
    ...(hasTarget && { to: shownPath(actor, done.target) }),
  };
}

/** Returns a path as the actor sees it; '' for one that is no longer in their scope. */
function shownPath(actor: Actor, path: TreePath): string {
  try {
    return toActorPath(actor, path);
  } catch {
    return '';
  }
}
