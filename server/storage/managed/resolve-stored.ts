import { isWithin, ROOT, segmentsOf, type TreePath } from '#contract/paths.ts';
import type { Reader } from '../../metadata/database.ts';
import { entriesAlong, entryAtNames, type StoredEntry } from '../../metadata/stored-entries.ts';
import type { Confines, Resolution } from '../driver.ts';
import { confinesOf, requireVisiblePath, requireFingerprint } from '../confines.ts';
import { statOf } from './stored-tree.ts';
import { notAFolder } from '../driver-errors.ts';

/** Result of resolving a path. */
export interface ResolvedEntry {
  readonly resolution: Resolution;
  /** The entry, if it was found. */
  readonly entry: StoredEntry | undefined;
}

/** Implements `resolve` of the driver. There are no symlinks. */
export async function resolveStored(
  db: Reader,
  path: TreePath,
  confines: TreePath | Confines,
): Promise<ResolvedEntry> {
  const names = segmentsOf(path);
  const within = confinesOf(confines);
  requireVisiblePath(names, segmentsOf(within.root).length);
  if (!isWithin(within.root, path)) {
    return { resolution: { kind: 'outside', symlink: undefined }, entry: undefined };
  }
  // One query is enough, unless the entry is missing or the folders above it have to be examined.
  const entry = await entryAtNames(db, names);
  if (entry !== undefined && within.rootFingerprint === undefined) return found(path, entry);
  const entries = await entriesAlong(db, names);
  requireRootOf(within, entries);
  const last = entries.length > names.length ? entries.at(-1) : undefined;
  return last === undefined
    ? { resolution: missing(names, entries), entry: undefined }
    : found(path, last);
}

function found(path: TreePath, entry: StoredEntry): ResolvedEntry {
  return { resolution: { kind: 'found', path, stat: statOf(entry), symlink: undefined }, entry };
}

/** Throws if another entry has replaced the root of the actor. */
function requireRootOf(within: Confines, entries: readonly StoredEntry[]): void {
  const root = entries[segmentsOf(within.root).length];
  if (root !== undefined) requireFingerprint(within, within.root, statOf(root));
}

/** Returns the resolution of a path that only begins with existing entries. Throws `not-found` if the last of them is a file. */
function missing(names: readonly string[], entries: readonly StoredEntry[]): Resolution {
  if (entries.at(-1)?.isFolder === false) {
    throw notAFolder();
  }
  const found = names.slice(0, entries.length - 1);
  // Names of a TreePath are a TreePath.
  const ancestor = found.length === 0 ? ROOT : (`/${found.join('/')}` as TreePath);
  return { kind: 'missing', ancestor, missing: names.slice(entries.length - 1) };
}
