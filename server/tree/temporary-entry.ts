import { parentOf, type TreePath } from '#contract/paths.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../errors.ts';
import type { TaskOptions } from '../lib/task-pool.ts';
import type { NewOperation } from '../metadata/operation-journal.ts';
import { randomTemporaryName } from '../storage/temporary-name.ts';
import { giveFreeName } from './conflict.ts';
import { NoEvidence, provesAbsence } from './evidence.ts';
import { refOf, requireChildPath } from './entry-paths.ts';
import type { JournalRecord } from './journal-record.ts';
import type { Tree } from './tree.ts';
import type { Exceptions } from '../storage/walk-outcomes.ts';

/** Failures after which the journal record stays for recovery. */
const KEEPS_RECORD: ReadonlySet<ErrorCode> = new Set([
  'shutting-down',
  'not-answering',
  'root-missing',
]);

/** Error for a folder of which some entries could not be removed. It is at its path again. */
export class EntriesLeft extends AppError {
  readonly left: Exceptions;

  constructor(left: Exceptions) {
    super('forbidden', `${left.count} entries cannot be removed`);
    this.left = left;
  }
}

function keepsRecord(error: unknown): boolean {
  return error instanceof AppError && KEEPS_RECORD.has(error.code);
}

/**
 * Ends the journal record of a step that has failed and changed nothing. Keeps it if the storage does not answer, because the step may still
 * be taken when it does; then recovery ends the record.
 */
export async function endFailedStep(record: JournalRecord, error: unknown): Promise<void> {
  if (!keepsRecord(error)) await record.end();
}

/** Returns a new random name for a temporary file or folder. Nothing is created. */
export function newTemporaryFileIn<Folder extends TreePath>(folder: Folder) {
  return { folder, partName: randomTemporaryName() };
}

/** Returns a new random path for a temporary file or folder. Nothing is created. */
export function newTemporaryPathIn(folder: TreePath): TreePath {
  return requireChildPath(folder, randomTemporaryName());
}

/** Returns the path of the temporary file or folder that an operation uses. */
export function temporaryOf({ kind, temporary }: NewOperation): TreePath {
  if (temporary === undefined) throw new Error(`a ${kind} has no temporary name in the journal`);
  return temporary;
}

/**
 * Removes the temporary file or folder of an operation and ends its journal record. A folder that a user has deleted and that cannot be removed
 * gets its name again, or a free version of it. Of other operations, the record is kept for the next start then; so it is for all of them
 * when the server stops or the storage does not answer.
 */
export async function removeTemporary(
  tree: Tree,
  record: JournalRecord,
  options: TaskOptions,
): Promise<Exceptions> {
  const { temporary } = record.operation;
  if (temporary === undefined) {
    await record.end();
    return { count: 0, names: [] };
  }
  let left: Exceptions;
  try {
    await requireEntryOrProof(tree, temporary, record.operation.folderEvidence);
    left = await tree.walks.remove({ entry: refOf(temporary) }, options);
  } catch (error) {
    if (!keepsRecord(error)) await giveBack(tree, record);
    throw error;
  }
  if (left.count === 0) await record.end({ isComplete: record.operation.kind === 'delete' });
  else await giveBack(tree, record);
  return left;
}

/** Throws `NoEvidence` unless the temporary entry exists, or there is proof that it was removed. */
export async function requireEntryOrProof(
  tree: Tree,
  temporary: TreePath,
  folderEvidence: string | undefined,
): Promise<void> {
  if ((await tree.walks.stat({ entry: refOf(temporary) })) !== undefined) return;
  if (!(await provesAbsence(tree.driver, parentOf(temporary), folderEvidence)))
    throw new NoEvidence();
}

/** Makes a folder visible again that was hidden to be removed. */
async function giveBack(tree: Tree, record: JournalRecord): Promise<void> {
  const { operation } = record;
  if (operation.kind !== 'delete') return;
  const to = await giveFreeName(tree, refOf(temporaryOf(operation)), refOf(operation.source));
  await record.end({ moved: { from: operation.source, to } });
}
