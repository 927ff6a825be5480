import { randomBytes } from 'node:crypto';
import { MAX_NAME_BYTES, nameOf, type TreePath } from '#contract/paths.ts';
import type { TrashedKind } from '../metadata/trash.ts';
import type { EntryStat } from '../storage/entry.ts';
import { refOf, requireChildPath } from './entry-paths.ts';
import type { TreeStorage } from './resolved-path.ts';

/** Maximum length of an extension that a shortened name keeps. Bytes. */
const MAX_OF_EXTENSION = 16;
const S_IFMT = 0o170_000;
const S_IFLNK = 0o120_000;

/** Returns a new path for an entry in the trash of its disk; undefined where it has none. Creates nothing. */
export async function newPathInTrash(
  { driver }: { readonly driver: Pick<TreeStorage, 'trashFor'> },
  path: TreePath,
): Promise<TreePath | undefined> {
  const folder = await driver.trashFor(refOf(path), { create: false });
  return folder && requireChildPath(folder, nameInTrash(nameOf(path)));
}

/** Returns a name that no other item has, and by which an operator recognizes the item. */
export function nameInTrash(name: string): string {
  const prefix = `${randomBytes(8).toString('hex')}-`;
  const most = MAX_NAME_BYTES - prefix.length;
  if (Buffer.byteLength(name) <= most) return prefix + name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  const end = Buffer.byteLength(extension) > MAX_OF_EXTENSION ? '' : extension;
  return prefix + beginningOf(name, most - Buffer.byteLength(end)) + end;
}

/** Returns as many whole characters from the beginning as fit. */
function beginningOf(text: string, mostBytes: number): string {
  let beginning = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > mostBytes) break;
    beginning += character;
  }
  return beginning;
}

/** Returns the kind that is stored for an item in the trash, which tells a symlink from other special files. */
export function trashedKindOf({ kind, mode }: Pick<EntryStat, 'kind' | 'mode'>): TrashedKind {
  return (mode & S_IFMT) === S_IFLNK ? 'symlink' : kind;
}
