import type { ErrorCode } from '#contract/errors.ts';
import type { TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import type { TaskOptions } from '../lib/task-pool.ts';
import type { TemporaryFileRecord } from '../metadata/temporary-file-records.ts';
import type { TemporaryFileRef } from '../storage/driver.ts';
import { randomTemporaryName } from '../storage/temporary-name.ts';
import { giveFreeName } from './conflict.ts';
import { NoEvidence, provesAbsence } from './evidence.ts';
import { requireChildPath } from './entry-paths.ts';
import type { Tree } from './tree.ts';
import type { EntryRef } from '../storage/entry.ts';
import type { Exceptions } from '../storage/walk-outcomes.ts';

/** Failures after which the record is kept, and the next start tries again. */
const KEEPS_RECORD: ReadonlySet<ErrorCode> = new Set([
  'shutting-down',
  'not-answering',
  'root-missing',
]);

/** Returns a new random name for a temporary file or folder. Nothing is created. */
export function newTemporaryFileIn<Folder extends TreePath>(folder: Folder) {
  return { folder, partName: randomTemporaryName() };
}

export function refOfTemporaryFile({ folder, partName }: TemporaryFileRef): EntryRef {
  return { folder, name: partName };
}

/**
 * Removes a temporary file or folder and clears its record. An entry that cannot be removed gets its former name again, or a free version
 * of it. Without a former name the record is kept for the next start, and so it is when the server stops or the storage does not answer.
 */
export async function removeTemporaryFile(
  tree: Tree,
  part: TemporaryFileRecord,
  options: TaskOptions,
): Promise<Exceptions> {
  let left: Exceptions;
  try {
    await requirePartOrProof(tree, part);
    left = await tree.walks.remove({ entry: refOfTemporaryFile(part) }, options);
  } catch (error) {
    if (!(error instanceof AppError && KEEPS_RECORD.has(error.code))) await giveBack(tree, part);
    throw error;
  }
  if (left.count === 0) await tree.journal.clearTemporaryFile(part);
  else await giveBack(tree, part);
  return left;
}

/** Throws `NoEvidence` for an entry that is missing without proof that it was removed. */
async function requirePartOrProof(tree: Tree, part: TemporaryFileRecord): Promise<void> {
  if ((await tree.walks.stat({ entry: refOfTemporaryFile(part) })) !== undefined) return;
  if (!(await provesAbsence(tree.driver, part.folder, part.folderMark))) throw new NoEvidence();
}

/** Makes a folder visible again that was hidden to be removed. */
async function giveBack(tree: Tree, part: TemporaryFileRecord): Promise<void> {
  const { folder, formerName } = part;
  if (formerName === undefined) return;
  const to = await giveFreeName(tree, refOfTemporaryFile(part), { folder, name: formerName });
  await tree.journal.restoreTemporaryFile(part, { from: requireChildPath(folder, formerName), to });
}
