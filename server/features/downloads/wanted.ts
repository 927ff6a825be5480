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
 * Reads `files` of compatibility.md 5.1: a list split at its commas, each name then decoded once more and counted from the
 * folder that was asked for. `invalid-path` and `invalid-request` for what is no name.
 */
export function wantedFiles(folder: TreePath, files: string): Wanted {
  const names = files.split(',').filter((name) => name !== '');
  const paths = [...new Set(names.map((name) => prefixed(folder, nameToPath(name))))];
  const [only, ...others] = paths;
  if (only === undefined) return { kind: 'one', path: folder };
  if (others.length === 0) return { kind: 'one', path: only };
  // Beside itself, all else is in it already; and what it lies in is not for everybody who may see it.
  if (paths.includes(folder)) return { kind: 'one', path: folder };
  const common = commonFolder(paths);
  const relative = paths.map((path) => withoutPrefix(common, path)?.slice(1) ?? '');
  return { kind: 'several', folder: common, paths: relative.join('\0') };
}

export function wantedSelection({ folder, names }: KeptSelection): Wanted {
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

/** The deepest folder that all of them lie in. */
function commonFolder(paths: readonly TreePath[]): TreePath {
  const [first, ...others] = paths.map(parentOf);
  let common = first;
  for (const path of others) while (common && !isWithin(common, path)) common = parentOf(common);
  if (common === undefined) throw new Error('several paths have a folder in common');
  return common;
}

/** Of the archive, without its extension. `shownName` is what the one who asks knows a place by. */
export function archiveName(wanted: Wanted, shownName: (place: TreePath) => string): string {
  if (wanted.kind === 'one') return nameOr(shownName(wanted.path));
  return `_${nameOr(shownName(wanted.folder))}`;
}

/** The served root has a name on disk that is nobody's business. */
function nameOr(name: string): string {
  return name === '' ? 'files' : name;
}

/** What it is an archive of, as the one who asks sees it from `root`; '' for several things. */
export function subjectOf(root: TreePath, wanted: Wanted): string {
  return wanted.kind === 'one' ? (withoutPrefix(root, wanted.path) ?? '') : '';
}
