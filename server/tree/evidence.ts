import { ROOT, type TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import type { StorageDriver } from '../storage/driver.ts';
import type { EntryStat } from '../storage/entry.ts';

type Resolving = Pick<StorageDriver, 'resolve'>;

/** What a journal entry is about cannot be found, and nothing proves that it is gone: the entry is kept. */
export class NoEvidence extends AppError {
  constructor() {
    super('root-missing', 'what was begun here cannot be found; its disk may not be mounted', {
      refusal: { code: 'disk-unavailable' },
    });
  }
}

/** Whether a failure says that a disk is away. What was begun is then neither done nor given up. */
export function isStorageAway(error: unknown): error is AppError {
  return (
    error instanceof AppError && (error.code === 'root-missing' || error.code === 'not-answering')
  );
}

/**
 * Returns what is stored of the folder that holds a hidden entry, so that the entry's absence can be proven later: the folder's
 * mark, and whether it is on the file system of the root. Undefined when there is no such folder.
 */
export async function folderMarkOf(
  driver: Resolving,
  folder: TreePath,
): Promise<string | undefined> {
  const [found, root] = await Promise.all([statOf(driver, folder), statOf(driver, ROOT)]);
  if (found === undefined || root === undefined) return undefined;
  return `${isSameDevice(found, root) ? 'root' : 'mounted'} ${found.fingerprint}`;
}

/**
 * Whether a name that is not in `folder` now proves that it is gone, and not on a disk that is not mounted. It does when the folder
 * is the one that held it, or when that was on the file system of the root, which is present, and nothing is mounted there now.
 * `folderMark` is undefined in entries of earlier versions: then the folder has to be there.
 */
export async function provesAbsence(
  driver: Resolving,
  folder: TreePath,
  folderMark: string | undefined,
): Promise<boolean> {
  const [found, root] = await Promise.all([statOf(driver, folder), statOf(driver, ROOT)]);
  if (root === undefined) return false;
  if (folderMark === undefined) return found !== undefined;
  const [where, mark] = splitAtBlank(folderMark);
  if (found?.fingerprint === mark) return true;
  return where === 'root' && (found === undefined || isSameDevice(found, root));
}

async function statOf(driver: Resolving, folder: TreePath): Promise<EntryStat | undefined> {
  const there = await driver.resolve(folder, ROOT);
  return there.kind === 'found' ? there.stat : undefined;
}

/** An identity begins with the st_dev. */
function isSameDevice(one: EntryStat, other: EntryStat): boolean {
  return splitAtColon(one.identity) === splitAtColon(other.identity);
}

function splitAtColon(identity: string): string {
  return identity.slice(0, identity.indexOf(':'));
}

function splitAtBlank(text: string): readonly [string, string] {
  const blank = text.indexOf(' ');
  return [text.slice(0, blank), text.slice(blank + 1)];
}
