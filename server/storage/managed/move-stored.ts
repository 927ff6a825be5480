import type { Writer } from '../../metadata/database.ts';
import { lockEntries, lockFolderMoves } from '../../metadata/dialect.ts';
import { changeEntry, removeEntryRow, touchFolders } from '../../metadata/change-entries.ts';
import { childOf, entryById, type StoredEntry } from '../../metadata/stored-entries.ts';
import type { PublishOptions } from '../driver.ts';
import type { EntryRef } from '../entry.ts';
import { requireEntryName } from '../entry-name.ts';
import { notFound, intoItself, nameTaken } from '../driver-errors.ts';
import { throwTaken } from './publish-entry.ts';
import { folderAt, nowUs, requireFound } from './stored-tree.ts';

/** Implements `move` of the driver in a transaction of the caller. Changes one row, however large a folder is. */
export async function moveStored(
  tx: Writer,
  from: EntryRef,
  to: EntryRef,
  { replace }: PublishOptions,
): Promise<StoredEntry> {
  requireEntryName(from.name);
  requireEntryName(to.name);
  if (from.folder !== to.folder) await lockFolderMoves(tx);
  const fromFolder = await folderAt(tx, from.folder);
  const toFolder = await folderAt(tx, to.folder);
  await lockEntries(tx, [fromFolder.id, toFolder.id]);
  const source = requireFound(await childOf(tx, fromFolder.id, from.name));
  const target = await childOf(tx, toFolder.id, to.name);
  if (target?.id === source.id) return source;
  if (target !== undefined) {
    if (!replace || source.isFolder || target.isFolder) throw nameTaken(target);
    await removeEntryRow(tx, target);
  }
  if (source.isFolder) await requireOutside(tx, source.id, toFolder);
  const changes = { parent: toFolder.id, name: to.name };
  const isMoved = await changeEntry(tx, source, changes).catch(throwTaken);
  if (!isMoved) throw notFound();
  await touchFolders(tx, [fromFolder.id, toFolder.id], nowUs());
  return { ...source, ...changes };
}

/** Refuses to move a folder into itself. */
async function requireOutside(tx: Writer, moved: number, into: StoredEntry): Promise<void> {
  let folder: StoredEntry | undefined = into;
  while (folder !== undefined) {
    if (folder.id === moved) {
      throw intoItself();
    }
    folder = folder.parent === null ? undefined : await entryById(tx, folder.parent);
  }
}
