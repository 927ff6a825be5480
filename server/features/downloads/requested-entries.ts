import {
  isWithin,
  parentOf,
  parseTreePath,
  prefixed,
  type TreePath,
  withoutPrefix,
} from '#contract/paths.ts';
import type { Wanted } from '../../archives/open-archive.ts';
import { AppError } from '../../errors.ts';
import type { KeptSelection } from './selections.ts';

/**
 * Parses `files` of compatibility.md 5.1: a list split at its commas, with each name decoded once more and relative
 * to the requested folder. Throws `invalid-path` or `invalid-request` for an invalid name.
 */
export function requestedFiles(folder: TreePath, files: string): Wanted {
  const names = files.split(',').filter((name) => name !== '');
  const paths = [...new Set(names.map((name) => prefixed(folder, nameToPath(name))))];
  const [only, ...others] = paths;
  if (only === undefined) return { kind: 'one', path: folder };
  if (others.length === 0) return { kind: 'one', path: only };
  // The folder itself contains everything else. Its parent must not be used, because the actor may not have access to
  // that.
  if (paths.includes(folder)) return { kind: 'one', path: folder };
  const common = commonFolder(paths);
  const relative = paths.map((path) => withoutPrefix(common, path)?.slice(1) ?? '');
  return { kind: 'several', folder: common, paths: relative.join('\0') };
}

export function requestedSelection({ folder, names }: KeptSelection): Wanted {
  if (names.includes('\0')) return { kind: 'several', folder, paths: names };
  return { kind: 'one', path: prefixed(folder, nameToPath(encodeURIComponent(names))) };
}

function nameToPath(name: string): TreePath {
  const path = parseTreePath(decoded(name));
  if (path === undefined) throw new AppError('invalid-path', 'not an acceptable path in files');
  return path;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (cause) {
    throw new AppError('invalid-request', 'a name in files is not percent-encoded', { cause });
  }
}

/** Returns the deepest folder that contains all paths. */
function commonFolder(paths: readonly TreePath[]): TreePath {
  const [first, ...others] = paths.map(parentOf);
  let common = first;
  for (const path of others) while (common && !isWithin(common, path)) common = parentOf(common);
  if (common === undefined) throw new Error('several paths have a folder in common');
  return common;
}

/**
 * Returns the name of the archive without its extension. `shownName` returns the name by which the actor knows a
 * path.
 */
export function archiveName(wanted: Wanted, shownName: (path: TreePath) => string): string {
  if (wanted.kind === 'one') return nameOr(shownName(wanted.path));
  return `_${nameOr(shownName(wanted.folder))}`;
}

/** Hides the name that the served root has on disk. */
function nameOr(name: string): string {
  return name === '' ? 'files' : name;
}

/** Returns the archived path as the actor sees it from `root`; '' for several entries. */
export function subjectOf(root: TreePath, wanted: Wanted): string {
  return wanted.kind === 'one' ? (withoutPrefix(root, wanted.path) ?? '') : '';
}
