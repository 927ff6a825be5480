import { ROOT, type TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import type { StorageDriver } from '../storage/driver.ts';
import type { EntryStat } from '../storage/entry.ts';
import { recordedRootOf } from './entry-at.ts';

type Resolving = Pick<StorageDriver, 'resolve'>;

/** Error for an entry that is missing without proof that it was removed: its disk may not be mounted. Its journal record is kept. */
export class NoEvidence extends AppError {
  constructor() {
    super('root-missing', 'what was begun here cannot be found; its disk may not be mounted', {
      refusal: { code: 'disk-unavailable' },
    });
  }
}

/** Returns true for a failure that means that a disk is not available. Then an operation is neither finished nor undone. */
export function isStorageAway(error: unknown): error is AppError {
  return (
    error instanceof AppError && (error.code === 'root-missing' || error.code === 'not-answering')
  );
}

/**
 * Returns what is stored about the folder that holds a hidden entry, so that the absence of the entry can be proven later: the fingerprint
 * of the folder, and whether it is on the file system of the root. Returns undefined when the folder does not exist.
 */
export async function folderEvidenceOf(
  driver: Resolving,
  folder: TreePath,
): Promise<string | undefined> {
  const [found, root] = await Promise.all([statOf(driver, folder), statOf(driver, ROOT)]);
  if (found === undefined || root === undefined) return undefined;
  return `${isSameDevice(found, root) ? 'root' : 'mounted'} ${found.fingerprint}`;
}

/**
 * Returns true when an entry that is missing in `folder` was certainly removed, and is not just on a disk that is not mounted. That is proven
 * by `folderEvidence`: `folder` is the folder that held the entry, or that was on the file system of the root and no other one is mounted there
 * now. It is undefined in records of earlier versions; then it suffices that the folder exists.
 */
export async function provesAbsence(
  driver: Resolving,
  folder: TreePath,
  folderEvidence: string | undefined,
): Promise<boolean> {
  const [found, root] = await Promise.all([statOf(driver, folder), statOf(driver, ROOT)]);
  if (root === undefined) return false;
  if (folderEvidence === undefined) return found !== undefined;
  const [where, fingerprint] = splitAtBlank(folderEvidence);
  if (found?.fingerprint === fingerprint) return true;
  return where === 'root' && (found === undefined || isSameDevice(found, root));
}

/** Identifies the device of a path, or of the deepest folder above it that exists. */
export async function deviceAt(driver: Resolving, path: TreePath): Promise<string> {
  const there = await driver.resolve(path, ROOT);
  if (there.kind === 'found') return deviceOf(there.stat.identity);
  const folder = there.kind === 'missing' ? there.ancestor : ROOT;
  return deviceOf((await statOf(driver, folder))?.identity ?? ':');
}

async function statOf(driver: Resolving, folder: TreePath): Promise<EntryStat | undefined> {
  const there = await driver.resolve(folder, recordedRootOf(folder));
  return there.kind === 'found' ? there.stat : undefined;
}

function isSameDevice(one: EntryStat, other: EntryStat): boolean {
  return deviceOf(one.identity) === deviceOf(other.identity);
}

/** Returns the st_dev, with which an identity begins. */
function deviceOf(identity: string): string {
  return identity.slice(0, identity.indexOf(':'));
}

function splitAtBlank(text: string): readonly [string, string] {
  const blank = text.indexOf(' ');
  return [text.slice(0, blank), text.slice(blank + 1)];
}
