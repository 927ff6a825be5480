import { parentOf, type TreePath } from '#contract/paths.ts';
import type { NewOperation } from '../metadata/operation-journal.ts';
import { insertTrash, type NewTrash } from '../metadata/trash.ts';
import type { EntryStat } from '../storage/entry.ts';
import type { Survey } from '../storage/walk-outcomes.ts';
import { entryAt } from './entry-at.ts';
import { refOf } from './entry-paths.ts';
import { NoEvidence, provesAbsence } from './evidence.ts';
import type { JournalRecord } from './journal-record.ts';
import { endFailedStep, temporaryOf } from './temporary-entry.ts';
import type { Tree } from './tree.ts';

type TrashSize = Pick<NewTrash, 'size' | 'entries'>;

/** Returns the size of an item, as far as it is known. A folder has to be counted. */
export function trashSizeOf(stat: EntryStat, counted: Survey | undefined): TrashSize {
  if (stat.kind !== 'folder') return { size: stat.kind === 'file' ? stat.size : 0, entries: 1 };
  if (counted === undefined) return { size: undefined, entries: undefined };
  const { files, folders, others, bytes } = counted;
  return { size: bytes, entries: files + folders + others };
}

/** `other-device`: the file system cannot rename the entry, and nothing has changed. */
export type Trashing =
  | { readonly kind: 'in-trash'; readonly id: number | undefined }
  | { readonly kind: 'other-device' };

/** Moves the item of a journal record in the state `trashing` into the trash, and ends the record. */
export async function moveToTrash(
  tree: Tree,
  record: JournalRecord<'delete'>,
  size: TrashSize,
): Promise<Trashing> {
  let kind: 'moved' | 'other-device';
  try {
    const to = refOf(temporaryOf(record.operation));
    // The name is new, so nothing is replaced; `replace` saves the driver the check, which takes a second step.
    ({ kind } = await tree.driver.move(refOf(record.operation.source), to, { replace: true }));
  } catch (error) {
    await endFailedStep(record, error);
    throw error;
  }
  if (kind === 'other-device') return { kind };
  return { kind: 'in-trash', id: await endTrashing(record, size) };
}

/**
 * Stores the item of the trash in the transaction that ends the record. Its id is undefined while the database is unavailable. With
 * `isFollowed`, what refers to the former path of the item refers to its path in the trash afterwards.
 */
async function endTrashing(
  record: JournalRecord<'delete'>,
  size: TrashSize,
  isFollowed = true,
): Promise<number | undefined> {
  const { source, item = '', folderEvidence, trashed } = record.operation;
  const path = temporaryOf(record.operation);
  let id: number | undefined;
  await record.end({
    moved: isFollowed ? { from: source, to: path } : undefined,
    isComplete: true,
    inTransaction: async (tx) => {
      id = await insertTrash(tx, {
        purpose: 'deleted',
        userId: record.userId,
        username: trashed?.username ?? '',
        source,
        path,
        kind: trashed?.kind ?? 'other',
        ...size,
        item,
        folderEvidence,
        deletedAt: record.startedAt,
        modifiedMs: undefined,
      });
      return id;
    },
  });
  return id;
}

/** Recovers an interrupted move into the trash, which takes one step. Evidence is the entry itself at one of the two paths. */
export async function recoverTrashing(tree: Tree, record: JournalRecord<'delete'>): Promise<void> {
  const { source, item } = record.operation;
  const path = temporaryOf(record.operation);
  const [before, after] = await Promise.all([entryAt(tree, source), entryAt(tree, path)]);
  const isItem = (there: EntryStat | undefined): there is EntryStat =>
    there !== undefined && there.fingerprint === (item ?? there.fingerprint);
  if (isItem(after)) {
    // If another item is at the former path by now, references to that path belong to it.
    await endTrashing(record, trashSizeOf(after, undefined), before === undefined);
    return;
  }
  if (isItem(before)) {
    await removePlaceholder(tree, after, path);
    return record.end();
  }
  if (!(await isGone(tree, record.operation, before, after))) throw new NoEvidence();
  await record.end();
}

/** Removes the empty folder that reserves the name of a folder before it is renamed. */
async function removePlaceholder(
  tree: Tree,
  there: EntryStat | undefined,
  path: TreePath,
): Promise<void> {
  if (there?.kind !== 'folder') return;
  const { folder, name } = refOf(path);
  await tree.driver.remove(folder, name);
}

/** Returns true when another program has removed the entry: both folders exist and neither has it. */
async function isGone(
  tree: Tree,
  { source, temporary, folderEvidence }: NewOperation<'delete'>,
  before: EntryStat | undefined,
  after: EntryStat | undefined,
): Promise<boolean> {
  if (before !== undefined || after !== undefined || temporary === undefined) return false;
  return (
    (await provesAbsence(tree.driver, parentOf(temporary), folderEvidence)) &&
    (await entryAt(tree, parentOf(source))) !== undefined
  );
}
