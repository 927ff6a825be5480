import { childPath, nameOf, parentOf, ROOT, type TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import type { Resolution } from '../../storage/driver.ts';
import type { Administration } from '../administration.ts';

type HomeDriver = Administration['driver'];

/**
 * Maximum number of attempts to resolve or create a folder. Another request that could not create its home may remove a folder on the path in
 * the meantime.
 */
const MAX_ATTEMPTS = 20;

/**
 * Creates a home and its missing parent folders. Returns the created folders, the outermost first. Throws `invalid-request` if no home
 * can exist at the path. Removes what it has created when it fails.
 */
export async function makeHome(driver: HomeDriver, home: TreePath): Promise<readonly TreePath[]> {
  const made: TreePath[] = [];
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (const folder of await missingFolders(driver, home)) {
        if (await makeOne(driver, folder)) made.push(folder);
      }
      return made;
    } catch (error) {
      // The folder above was removed in the meantime.
      const isParentGone = error instanceof AppError && error.code === 'not-found';
      if (isParentGone && attempt < MAX_ATTEMPTS) continue;
      await removeMadeFolders(driver, made);
      throw error;
    }
  }
}

/**
 * Returns the path of a home with all symlinks resolved. This path must be stored as the scope, because a symlink in the
 * path of a scope is refused like one that leads out of it. Throws `invalid-request` for paths that cannot be a home.
 * Does not create a missing home; the first file in it does.
 */
export async function resolvedHome(driver: HomeDriver, home: TreePath): Promise<TreePath> {
  const resolution = await resolvePath(driver, home);
  const deepest = foldersMissingIn(resolution, 'scope').at(-1);
  if (deepest !== undefined) return deepest;
  return resolution.kind === 'found' ? resolution.path : home;
}

/**
 * Throws `invalid-request` with the name of the `field` if no home can exist at the path: if a symlink leads out of
 * the root or is broken, or if a part of the path is not a folder. Missing folders are accepted.
 */
export async function requirePossibleHome(
  driver: HomeDriver,
  path: TreePath,
  field: string,
): Promise<void> {
  await missingFolders(driver, path, field);
}

/** Throws `already-exists` if a home is not empty. */
export async function requireEmptyHome(driver: HomeDriver, home: TreePath): Promise<void> {
  const there = await driver.resolve(home, ROOT);
  if (there.kind !== 'found' || there.stat.kind !== 'folder') return;
  if (await containsEntries(driver, there.path)) {
    throw new AppError('already-exists', 'the home contains files of another user');
  }
}

async function containsEntries(driver: HomeDriver, folder: TreePath): Promise<boolean> {
  const { signal } = new AbortController();
  const entries = driver.list(folder, signal)[Symbol.asyncIterator]();
  try {
    return (await entries.next()).done !== true;
  } finally {
    await entries.return?.();
  }
}

/** Removes the folders that `makeHome` has created, unless they are in use. */
export async function removeMadeFolders(
  driver: HomeDriver,
  made: readonly TreePath[],
): Promise<void> {
  for (const folder of made.toReversed()) {
    try {
      await driver.remove(parentOf(folder), nameOf(folder));
    } catch {
      // The folder is not empty any more. The original error is reported.
    }
  }
}

async function missingFolders(
  driver: HomeDriver,
  home: TreePath,
  field = 'scope',
): Promise<readonly TreePath[]> {
  return foldersMissingIn(await resolvePath(driver, home, field), field);
}

/** Returns the missing folders of a resolved home, the outermost first. Throws `invalid-request` if none can exist there. */
function foldersMissingIn(resolution: Resolution, field: string): readonly TreePath[] {
  switch (resolution.kind) {
    case 'found':
      if (resolution.stat.kind !== 'folder') throw notAFolder(field);
      return [];
    case 'missing':
      return foldersBelow(resolution.ancestor, resolution.missing, field);
    case 'dangling':
    case 'outside':
      throw new AppError(
        'invalid-request',
        `${field}: a symlink on the path leads out of the served folder, or to nothing`,
        { refusal: { code: 'link-leads-out' } },
      );
  }
}

async function resolvePath(
  driver: HomeDriver,
  home: TreePath,
  field = 'scope',
): Promise<Resolution> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await driver.resolve(home, ROOT);
    } catch (cause) {
      // A folder on the path was removed in the meantime, or a part of the path is always a file.
      if (!(cause instanceof AppError) || cause.code !== 'not-found') throw cause;
      if (attempt === MAX_ATTEMPTS) throw notAFolder(field, cause);
    }
  }
}

function foldersBelow(ancestor: TreePath, names: readonly string[], field: string): TreePath[] {
  let parent = ancestor;
  return names.map((name) => {
    const folder = childPath(parent, name);
    if (folder === undefined)
      throw new AppError('invalid-request', `${field}: the path is too long`, {
        refusal: { code: 'path-too-long' },
      });
    parent = folder;
    return folder;
  });
}

/** Returns false if another request has created it in the meantime. */
async function makeOne(driver: HomeDriver, folder: TreePath): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await driver.makeFolder(parentOf(folder), nameOf(folder));
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'already-exists') throw error;
      const there = await resolvePath(driver, folder);
      if (there.kind === 'found' && there.stat.kind === 'folder') return false;
      if (there.kind !== 'missing' || attempt === MAX_ATTEMPTS) throw notAFolder('scope', error);
    }
  }
}

function notAFolder(field: string, cause?: unknown): AppError {
  return new AppError('invalid-request', `${field}: a part of the path is not a folder`, {
    cause,
    refusal: { code: 'not-a-folder' },
  });
}
