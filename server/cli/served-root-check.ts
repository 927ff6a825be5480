import { AppError } from '../errors.ts';
import type { Reader } from '../metadata/database.ts';
import { readServedRoot } from '../metadata/settings.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { isSameRoot } from '../tree/root-identity.ts';

/**
 * Returns a check that rejects with `root-missing` unless the folder at the path of the root is the one that the
 * database belongs to. Like a start of the server, it accepts any folder if the database belongs to none yet, and if
 * the root has another path than before, because the operator has chosen it. The folder is checked by the first call
 * only; the driver then works in exactly that folder.
 */
export function servedRootCheck(
  read: Reader,
  { keeper }: Pick<StorageDriver, 'keeper'>,
): () => Promise<void> {
  let checked: Promise<void> | undefined;
  return () => (checked ??= requireServedRoot(read, keeper));
}

async function requireServedRoot(read: Reader, keeper: StorageDriver['keeper']): Promise<void> {
  // The storage has no root folder that could be missing.
  if (keeper === undefined) return;
  const stored = await readServedRoot(read);
  const root = await keeper.look();
  if (root.kind === 'absent') {
    const reason = `the root ${keeper.path} cannot be opened (${root.reason}); mount its disk`;
    throw new AppError('root-missing', reason);
  }
  if (stored === undefined || stored.path !== keeper.path || isSameRoot(stored, root)) {
    root.serve();
    return;
  }
  root.release();
  throw new AppError(
    'root-missing',
    `the folder at ${keeper.path} is not the one that the database belongs to; mount its disk, or run "filebrowser root accept" if it was replaced or restored on purpose`,
  );
}
