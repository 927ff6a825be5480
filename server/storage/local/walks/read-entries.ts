import { type Dirent, readdirSync } from 'node:fs';
import { isTemporaryName } from '#contract/temporary-names.ts';
import { type Name, nameText } from '../../raw-name.ts';
import { pathOfDescriptor } from '../descriptors.ts';
import { nameFromBytes } from '../read-folder.ts';
import { REPLACEMENT } from '../walk.ts';

/** Kind of an entry when its name was read. `other` is a FIFO, socket or device. */
export type NameKind = 'file' | 'folder' | 'symlink' | 'other';

export interface NamedEntry {
  readonly name: Name;
  readonly kind: NameKind;
}

/** Returns the entries of the folder open as `fd`. Names that are not UTF-8 are bytes. */
export function readEntriesSync(
  fd: number,
  { includeTemporary }: { readonly includeTemporary: boolean },
): NamedEntry[] {
  const folder = pathOfDescriptor(fd);
  const read = readdirSync(folder, { withFileTypes: true });
  const entries = read.some(({ name }) => name.includes(REPLACEMENT))
    ? readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }).map((entry) =>
        named(nameFromBytes(entry.name), entry),
      )
    : read.map((entry) => named(entry.name, entry));
  return includeTemporary
    ? entries
    : entries.filter(({ name }) => !isTemporaryName(nameText(name)));
}

function named(name: Name, entry: Dirent | Dirent<Buffer>): NamedEntry {
  return { name, kind: kindOf(entry) };
}

function kindOf(entry: Dirent | Dirent<Buffer>): NameKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
}
