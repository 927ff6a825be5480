import type { UndoRefusal } from '#contract/history.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import { type AuditSink, STATUS_DONE } from '../../http/audit.ts';
import type { Database } from '../../metadata/database.ts';
import {
  type DoneOperation,
  markImpossible,
  setHistoryState,
  type StoredHistory,
} from '../../metadata/history.ts';
import { findTrash, type StoredTrash } from '../../metadata/trash.ts';
import { EVERYTHING } from '../../policy/walk-filter.ts';
import type { EntryStat } from '../../storage/entry.ts';
import { entryAt } from '../../tree/entry-at.ts';
import { refOf } from '../../tree/entry-paths.ts';
import { moveEntry } from '../../tree/move-entry.ts';
import type { OperationControl, OperationProgress } from '../../tree/operation-control.ts';
import { removeEntry } from '../../tree/remove-entry.ts';
import { requireRestorable, restoreEntry } from '../../tree/restore-entry.ts';
import { restoreVersion } from '../../tree/restore-version.ts';
import type { Tree } from '../../tree/tree.ts';

export interface HistoryService {
  readonly tree: Tree;
  readonly db: Database;
  readonly audit: AuditSink;
  /** Resolves when all operations that have ended are stored. */
  flush(): Promise<void>;
  /** Tells pages of a user that their history has changed. */
  announce(userId: number): void;
}

const NEVER = new AbortController().signal;

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

/** Reasons that stay true. The operation is shown as `impossible` to undo from then on. */
const FINAL: ReadonlySet<UndoRefusal> = new Set(['changed', 'gone', 'no-trash']);

/** Undoes one operation. Returns undefined when it is undone, otherwise the reason of the refusal. */
export async function undoOperation(
  service: HistoryService,
  { actor, address, signedUp }: Caller & { readonly signedUp: boolean },
  entry: StoredHistory,
  control: OperationControl,
): Promise<UndoRefusal | undefined> {
  const { db, audit } = service;
  if (entry.state === 'impossible') return entry.reason ?? 'gone';
  let hasChanged = false;
  const record = (step: Step): void => {
    hasChanged = true;
    const facts = { at: Date.now(), username: actor.username, address, status: STATUS_DONE };
    audit.record({ ...facts, ...step }, { signedUp });
  };
  try {
    await invert({ ...service, record }, actor, entry, control);
  } catch (error) {
    // One that was cancelled, or that the stopping server has interrupted, is neither undone nor refused.
    if (!hasChanged) control.cancelled.throwIfAborted();
    control.stopping.throwIfAborted();
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    if (!FINAL.has(reason)) return reason;
    // Another request, or a job that goes on after a restart, may have undone it meanwhile.
    const isRefused = await db.write((tx) => markImpossible(tx, entry.id, reason));
    return isRefused ? reason : undefined;
  }
  await db.write((tx) => setHistoryState(tx, entry.id, { state: 'undone', reason: undefined }));
  return undefined;
}

/** An operation that an undo consists of, as the audit log records it. */
type Step = Pick<AuditEntry, 'act' | 'about' | 'destination'>;

function restored(path: TreePath): Step {
  return { act: 'restore', about: path, destination: path };
}

interface Inverting extends Pick<HistoryService, 'tree' | 'db'> {
  /** Called after each operation, also when a later one fails. */
  record(step: Step): void;
}

/** Undoes an operation by one or two others. */
async function invert(
  { tree, db, record }: Inverting,
  user: Actor,
  { id, done, at }: StoredHistory,
  control: OperationControl,
): Promise<void> {
  // `completes` marks the history entry as undone in the transaction that ends the last step, so that no crash comes in between.
  const actor: Actor = { ...user, action: { kind: 'undo', completes: id } };
  if (done.kind === 'delete') {
    const trash = done.trash === undefined ? undefined : await findTrash(db.read, done.trash);
    if (trash === undefined) throw new Refused('gone');
    await restoreEntry(tree, actor, { trash, to: trash.source, onConflict: 'fail' }, control);
    return record(restored(trash.source));
  }
  await requireUnchanged(tree, done, at, control);
  const version = await replacedBy(db, done);
  if (done.kind === 'move') {
    const { source, target } = done;
    const back = { from: target, to: source, onConflict: 'fail' } as const;
    const moved: Step = { act: 'move', about: target, destination: source };
    if (version === undefined) {
      await moveEntry(tree, actor, back, control);
      return record(moved);
    }
    const trash = { ...version, source: target };
    // From the end of the move back on, the file that the move had replaced is a deleted item, and its restoration is all that is left to undo:
    // neither a refusal of the second half nor a crash loses it.
    const begins = { id, version: version.id, earlier: done.earlier };
    const mover: Actor = { ...user, action: { kind: 'undo', begins } };
    // The claim keeps the version from being deleted before that.
    await tree.locks.claim([{ path: version.path, access: 'exclusive' }], async () => {
      // Nothing moves when the file cannot come back.
      await requireRestorable(tree, actor, { trash, to: target });
      await moveEntry(tree, mover, back, control);
    });
    record(moved);
    const rest = afterFirstHalf(control);
    await restoreEntry(tree, actor, { trash, to: target, onConflict: 'fail' }, rest);
    return record(restored(target));
  }
  if (version !== undefined) {
    await restoreVersion(tree, actor, { version, path: done.target }, control);
    return record(restored(done.target));
  }
  if (done.kind === 'replace') throw new Refused('no-version');
  await removeEntry(tree, actor, { path: done.target, trash: 'required' }, control);
  return record({ act: 'delete', about: done.target });
}

/** Returns the control for the rest of an undo that has moved a file back. It is not cancelled any more, and a failure keeps the move. */
function afterFirstHalf(control: OperationControl): OperationControl {
  const reportProgress = (done: OperationProgress): void =>
    control.reportProgress({ ...done, kept: 1 });
  reportProgress({ entries: 1, bytes: 0 });
  return { ...control, cancelled: NEVER, reportProgress };
}

/** Returns the version of the file that an operation has replaced; undefined for one that has replaced nothing. */
async function replacedBy(
  { read }: Pick<Database, 'read'>,
  done: WithTarget,
): Promise<StoredTrash | undefined> {
  const id = 'version' in done ? done.version : undefined;
  if (id === undefined) return undefined;
  const version = await findTrash(read, id);
  if (version?.purpose !== 'version') throw new Refused('no-version');
  return version;
}

/** An operation after which an item is at the path `target`. */
type WithTarget = Exclude<DoneOperation, { readonly kind: 'delete' }>;

/** Throws unless the item is where the operation has left it. What would be removed must not have changed since, nor anything in it. */
async function requireUnchanged(
  tree: Tree,
  done: WithTarget,
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
  { kind, target }: WithTarget,
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
  const refusal = error.refusal?.code;
  if (refusal === 'not-into-trash' || refusal === 'not-kept') return 'no-trash';
  if (error.code === 'not-found') return 'gone';
  if (error.code === 'already-exists' || error.code === 'locked') return 'taken';
  return error.code === 'forbidden' ? 'forbidden' : undefined;
}
