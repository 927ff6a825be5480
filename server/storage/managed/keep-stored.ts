import type { Writer } from '../../metadata/database.ts';
import { lockEntries } from '../../metadata/dialect.ts';
import { insertEntry } from '../../metadata/change-entries.ts';
import { childOf, type StoredEntry } from '../../metadata/stored-entries.ts';
import type { EntryRef } from '../entry.ts';
import { requireEntryName } from '../entry-name.ts';
import { throwTaken } from './publish-entry.ts';
import { folderAt, requireFound } from './stored-tree.ts';

/** Implements `keepFile` of the driver in a transaction of the caller: a second entry of the same blob. Returns undefined for a folder. */
export async function keepStored(
  tx: Writer,
  from: EntryRef,
  to: EntryRef,
): Promise<StoredEntry | undefined> {
  requireEntryName(from.name);
  requireEntryName(to.name);
  const source = requireFound(await childOf(tx, (await folderAt(tx, from.folder)).id, from.name));
  if (source.isFolder) return undefined;
  const folder = await folderAt(tx, to.folder);
  await lockEntries(tx, [folder.id]);
  const { size, modifiedUs, mode, blob } = source;
  const entry = { parent: folder.id, name: to.name, isFolder: false, size, modifiedUs, mode, blob };
  return insertEntry(tx, entry).catch(throwTaken);
}
