import { type BigIntStats, closeSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isTemporaryName, TRASH_NAME } from '#contract/temporary-names.ts';
import {
  childPath,
  isWithin,
  parseTreePath,
  ROOT,
  segmentsOf,
  type TreePath,
} from '#contract/paths.ts';
import { type Confines, type Resolution } from '../driver.ts';
import { type RootDescriptor, rootFd } from './root-descriptor.ts';
import {
  lstatAt,
  openFolderAt,
  pathAt,
  pathOfDescriptor,
  readSymlinkAt,
  statOf,
} from './descriptors.ts';
import { identityOf, isSymlinkMode, toEntryStat } from './entry-stat.ts';
import { fromNodeError, hasErrno } from './node-error.ts';
import { notFound, notAFolder, pathTooLong } from '../driver-errors.ts';
import { notUtf8, REPLACEMENT } from './walk.ts';
import type { EntryStat } from '../entry.ts';
import { confinesOf, requireVisiblePath, requireFingerprint } from '../confines.ts';

/** Maximum number of symlinks on a path, as in the kernel. */
const MAX_SYMLINKS = 40;

/** One name on the path that is being resolved. */
interface Step {
  readonly name: string;
  /** False for a name that comes from the target of a symlink. */
  readonly isRequested: boolean;
  /** True for the last segment of the requested path. */
  readonly isLast: boolean;
}

/** State of the resolution of one path. */
interface Resolving {
  readonly root: RootDescriptor;
  readonly within: Confines;
  /** The names from the root. When a symlink is found, its target takes the place of the names up to it. */
  steps: readonly Step[];
  /** Number of symlinks that were followed. */
  symlinks: number;
  /** The stat of the symlink, if the last segment of the requested path is one. */
  symlink: EntryStat | undefined;
  readonly visit: Visit | undefined;
}

/** Receives the found entry while its folder is open, so that the caller can open the entry without opening the folder again. */
export type Visit = (folder: number, name: string, stat: EntryStat) => void;

/** Position of a walk: the folder at `path`, open as `fd`. */
interface Position {
  readonly fd: number;
  readonly path: TreePath;
  /** True below a symlink that leads out: `path` is not the real position of the folder there. */
  readonly isOutside: boolean;
}

/**
 * Resolves `path` from the root, symlink by symlink. At every symlink the walk starts again at the root with its
 * target, so that each folder of the final path was opened without following anything. `visit` is not called for the
 * root, nor for entries behind a symlink that leads out of it.
 */
export function resolveSync(
  root: RootDescriptor,
  path: TreePath,
  confines: TreePath | Confines,
  visit?: Visit,
): Resolution {
  const names = segmentsOf(path);
  const within = confinesOf(confines);
  requireVisiblePath(names, segmentsOf(within.root).length);
  if (!isWithin(within.root, path)) return { kind: 'outside', symlink: undefined };
  const last = names.length - 1;
  const steps = names.map((name, index) => ({ name, isRequested: true, isLast: index === last }));
  const resolving: Resolving = { root, within, steps, symlinks: 0, symlink: undefined, visit };
  for (;;) {
    const outcome = walkOnce(resolving);
    if (outcome !== 'again') return outcome;
  }
}

/** Walks from the root to the end of the path, or to the first symlink. Then returns 'again', with its target in the steps. */
function walkOnce(resolving: Resolving): Resolution | 'again' {
  const { root, steps, within } = resolving;
  const start = rootFd(root);
  let here: Position = { fd: start, path: ROOT, isOutside: false };
  try {
    requireFingerprintOfFolder(within, here);
    for (const [index, step] of steps.entries()) {
      const next = takeStep(resolving, here, index, step);
      if (next === 'again' || 'kind' in next) return next;
      if (here.fd !== start) closeSync(here.fd);
      here = next;
      requireFingerprintOfFolder(within, here);
    }
    const stat = toEntryStat(statOf(here.fd));
    return { kind: 'found', path: here.path, stat, symlink: resolving.symlink };
  } catch (error) {
    throw fromNodeError(error);
  } finally {
    if (here.fd !== start) closeSync(here.fd);
  }
}

/**
 * Enters the folder with the next name, or finishes the resolution. Opens the name as a folder before it looks it up, because that is all
 * that most steps need; opening fails for a symlink.
 */
function takeStep(
  resolving: Resolving,
  here: Position,
  index: number,
  step: Step,
): Position | Resolution | 'again' {
  const isEnd = index === resolving.steps.length - 1;
  refuseOtherSpellingOfTrash(here, step.name);
  const refusal = isEnd ? undefined : tryFolder(here, step.name);
  if (typeof refusal === 'object' && 'fd' in refusal) return refusal;

  const stats = lstatAt(here.fd, step.name);
  if (!stats) return missingOrDangling(resolving, here, index);
  if (isSymlinkMode(Number(stats.mode))) return followSymlink(resolving, here, index, stats);
  if (isEnd) {
    const path = requireChildPath(here.path, step.name);
    const stat = toEntryStat(stats);
    requireFingerprint(resolving.within, path, stat);
    resolving.visit?.(here.fd, step.name, stat);
    return { kind: 'found', path, stat, symlink: resolving.symlink };
  }
  if (stats.isDirectory()) throw refusal?.error;
  if (!resolving.steps[index + 1]?.isRequested)
    return { kind: 'dangling', symlink: resolving.symlink };
  throw notAFolder();
}

/** Matches characters that file systems ignore when they compare names regardless of case. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Throws `not-found` for a name that is a trash folder on a file system that ignores case, or that gives files a second, short name such as
 * `FILEBR~1.PAR`.
 */
function refuseOtherSpellingOfTrash({ fd }: Position, name: string): void {
  if (name === TRASH_NAME) return;
  if (name.startsWith('.') || !/^[ -~]/.test(name)) {
    const folded = name.normalize('NFKC').replace(IGNORED, '').toUpperCase().toLowerCase();
    if (folded === TRASH_NAME) throw notFound();
  }
  if (!name.includes('~')) return;
  const trash = lstatAt(fd, TRASH_NAME);
  const named = trash && lstatAt(fd, name);
  if (named && identityOf(named) === identityOf(trash)) throw notFound();
}

function tryFolder(
  { fd, path, isOutside }: Position,
  name: string,
): Position | { readonly error: unknown } {
  const next = requireChildPath(path, name);
  try {
    return { fd: openFolderAt(fd, name, false), path: next, isOutside };
  } catch (error) {
    return { error };
  }
}

/** Returns the outcome for a name that does not exist: `dangling` if it comes from the target of a symlink, otherwise `missing`. */
function missingOrDangling(
  { steps, symlink }: Resolving,
  { path }: Position,
  index: number,
): Resolution {
  const step = steps[index];
  if (!step?.isRequested) return { kind: 'dangling', symlink };
  if (step.name.includes(REPLACEMENT)) throw notUtf8();
  return { kind: 'missing', ancestor: path, missing: steps.slice(index).map(({ name }) => name) };
}

/** Puts the target of a symlink into the steps, and returns 'again'. Finishes the resolution if it cannot be followed. */
function followSymlink(
  resolving: Resolving,
  here: Position,
  index: number,
  stats: BigIntStats,
): Position | Resolution | 'again' {
  const { root, within, steps } = resolving;
  const step = steps[index];
  if (!step) throw new Error('a symlink was found after the last step');
  if (step.name === TRASH_NAME) throw notFound();
  if (step.isLast) resolving.symlink = toEntryStat(stats);
  resolving.symlinks += 1;
  if (resolving.symlinks > MAX_SYMLINKS) return { kind: 'dangling', symlink: resolving.symlink };

  const target = targetOf(root, here, step.name);
  if (target === 'nowhere') return { kind: 'dangling', symlink: resolving.symlink };
  if (target === 'outside' || !isWithin(within.root, target)) {
    if (root.followExternalSymlinks)
      return followExternalSymlink(resolving, here, index, step.name);
    return { kind: 'outside', symlink: resolving.symlink };
  }
  resolving.steps = [
    ...segmentsOf(target).map((name) => ({ name, isRequested: false, isLast: false })),
    ...steps.slice(index + 1),
  ];
  return 'again';
}

/** Returns the target of a symlink by its text. `..` starts at the real position of its folder. */
function targetOf(
  root: RootDescriptor,
  { fd, path, isOutside }: Position,
  name: string,
): TreePath | 'outside' | 'nowhere' {
  let text: string;
  try {
    text = readSymlinkAt(fd, name);
  } catch (error) {
    // It was a symlink a moment ago.
    if (hasErrno(error, 'ENOENT', 'EINVAL')) return 'nowhere';
    throw error;
  }
  if (!isOutside || text.startsWith('/')) return targetOfText(root, path, text);
  // The folder is not at `path`, and the target may be in the root again.
  return targetOfText(root, path, join(readlinkSync(pathOfDescriptor(fd)), text));
}

/** Returns the target that a symlink with this text would have in the folder `path`, which must be the folder's real position. */
export function targetOfText(
  root: RootDescriptor,
  path: TreePath,
  text: string,
): TreePath | 'outside' | 'nowhere' {
  const names = namesOfTarget(root, path, text);
  if (typeof names === 'string') return names;
  if (names.some(isTemporaryName)) return 'nowhere';
  return parseTreePath(`/${names.join('/')}`) ?? 'nowhere';
}

/** Returns the names on the path to the target. They may be temporary. */
function namesOfTarget(
  root: RootDescriptor,
  path: TreePath,
  text: string,
): readonly string[] | 'outside' {
  const start = text.startsWith('/')
    ? withinOwnPath(root, text)
    : { names: segmentsOf(path), text };
  if (!start) return 'outside';
  const names = [...start.names];
  for (const part of start.text.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') names.push(part);
    else if (names.pop() === undefined) return 'outside';
  }
  return names;
}

/** Returns the path of a folder from its path on this machine, also in the trash; undefined for one that cannot be reached. */
export function pathOfFolder(root: RootDescriptor, path: string): TreePath | undefined {
  const names = namesOfTarget(root, ROOT, path);
  return typeof names === 'string' ? undefined : parseTreePath(`/${names.join('/')}`);
}

/** Makes an absolute target relative to the root, if it is below one of the root's own paths. */
function withinOwnPath({ ownPaths }: RootDescriptor, target: string) {
  const own = ownPaths.find((path) => target === path || target.startsWith(`${path}/`));
  return own === undefined ? undefined : { names: [], text: target.slice(own.length) };
}

/** Lets the kernel follow a symlink that leads out of the root, because the operator trusts it. */
function followExternalSymlink(
  { steps, symlink, within }: Resolving,
  here: Position,
  index: number,
  name: string,
): Position | Resolution {
  const path = requireChildPath(here.path, name);
  try {
    if (index < steps.length - 1) {
      return { fd: openFolderAt(here.fd, name, true), path, isOutside: true };
    }
    const stat = toEntryStat(statSync(pathAt(here.fd, name), { bigint: true }));
    requireFingerprint(within, path, stat);
    return { kind: 'found', path, stat, symlink, isTrustedSymlink: true };
  } catch (error) {
    if (hasErrno(error, 'ENOENT', 'ELOOP')) return { kind: 'dangling', symlink };
    throw error;
  }
}

/** Checks the fingerprint of an open folder: everything below it is reached only through it. */
function requireFingerprintOfFolder(within: Confines, { fd, path }: Position): void {
  if (within.rootFingerprint !== undefined && path === within.root) {
    requireFingerprint(within, path, toEntryStat(statOf(fd)));
  }
}

function requireChildPath(folder: TreePath, name: string): TreePath {
  const path = childPath(folder, name);
  if (path === undefined) throw pathTooLong();
  return path;
}
