import type { ErrorCode } from '#contract/errors.ts';
import type { TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import type { TaskOptions } from '../lib/task-pool.ts';
import type { StrayPart } from '../metadata/stray-parts.ts';
import type { TemporaryFileRef } from '../storage/driver.ts';
import { randomTemporaryName } from '../storage/temporary-name.ts';
import { giveFreeName } from './conflict.ts';
import { NoEvidence, provesAbsence } from './evidence.ts';
import { requireChildPath } from './entry-paths.ts';
import type { Tree } from './tree.ts';
import type { Exceptions } from '../storage/walk-outcomes.ts';
import type { EntryRef } from '../storage/entry.ts';

/** Failures after which the next start tries again. */
const STAYS_NOTED: ReadonlySet<ErrorCode> = new Set([
  'shutting-down',
  'not-answering',
  'root-missing',
]);

/** Returns a new random name for a temporary file or folder. Nothing is created. */
export function newPartIn<Folder extends TreePath>(folder: Folder) {
  return { folder, partName: randomTemporaryName() };
}

export function refOfPart({ folder, partName }: TemporaryFileRef): EntryRef {
  return { folder, name: partName };
}

/**
 * Removes what lies hidden, and strikes it off. What cannot be removed gets its former name again, or a version of it
 * that is free; without a former name it stays noted, and so it does when the server stops or the storage does not answer: the next start tries again.
 */
export async function removeTemporaryFile(
  tree: Tree,
  part: StrayPart,
  options: TaskOptions,
): Promise<Exceptions> {
  let left: Exceptions;
  try {
    await requirePartOrProof(tree, part);
    left = await tree.walks.remove({ entry: refOfPart(part) }, options);
  } catch (error) {
    if (!(error instanceof AppError && STAYS_NOTED.has(error.code))) await giveBack(tree, part);
    throw error;
  }
  if (left.count === 0) await tree.journal.clearPart(part);
  else await giveBack(tree, part);
  return left;
}

/** Nothing there is fine where that is proven. */
async function requirePartOrProof(tree: Tree, part: StrayPart): Promise<void> {
  if ((await tree.walks.stat({ entry: refOfPart(part) })) !== undefined) return;
  if (!(await provesAbsence(tree.driver, part.folder, part.folderMark))) throw new NoEvidence();
}

/** What was hidden in order to be removed is seen again. */
async function giveBack(tree: Tree, part: StrayPart): Promise<void> {
  const { folder, formerName } = part;
  if (formerName === undefined) return;
  const to = await giveFreeName(tree, refOfPart(part), { folder, name: formerName });
  await tree.journal.givePartBack(part, { from: requireChildPath(folder, formerName), to });
}
