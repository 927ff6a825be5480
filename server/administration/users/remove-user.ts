import type { ErrorCode } from '#contract/errors.ts';
import { childPath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import type { Writer } from '../../metadata/database.ts';
import { lockUsers } from '../../metadata/dialect.ts';
import { deleteOperation, insertOperation } from '../../metadata/operation-journal.ts';
import { listUnfinishedUploadsOf } from '../../metadata/uploads.ts';
import { deleteUser } from '../../metadata/users.ts';
import type { TemporaryFileRef } from '../../storage/driver.ts';
import type { Administration } from '../administration.ts';
import { requireUser } from './change-user.ts';
import { requireAnotherAdministrator } from './last-administrator.ts';

/** Errors of a disk that is missing or hangs. */
const DISK_UNAVAILABLE: ReadonlySet<ErrorCode> = new Set(['root-missing', 'not-answering']);

/**
 * Removes a user with their sessions, shares and partial uploads. Keeps their files. Throws `not-found` for an
 * unknown user, `forbidden` for the only administrator. Errors of removing temporary files are thrown after the user
 * has been removed.
 */
export async function removeUser(administration: Administration, id: number): Promise<void> {
  const temporaryFiles = await administration.db.write(async (tx) => {
    await lockUsers(tx);
    await requireAnotherAdministrator(tx, await requireUser(tx, id));
    return deleteUserWithUploads(tx, id);
  });
  await removeTemporaryFiles(administration, temporaryFiles);
}

/**
 * Removes a user and their uploads within the transaction of a larger change. The caller makes sure that an administrator
 * remains, and passes the result to `removeTemporaryFiles` after the commit.
 */
export async function deleteUserWithUploads(
  tx: Writer,
  id: number,
): Promise<readonly LeftTemporaryFile[]> {
  const temporaryFiles = await recordTemporaryFiles(tx, id);
  await deleteUser(tx, id);
  return temporaryFiles;
}

/** The temporary file of an upload that is no longer stored, and the ID of the journal record that removes it (`operation`). */
export interface LeftTemporaryFile extends TemporaryFileRef {
  readonly operation: number;
}

/**
 * Removes the temporary files of uploads that are no longer stored. Accesses the root only if there are any. Throws the first error after it
 * has tried all of them.
 */
export async function removeTemporaryFiles(
  administration: Administration,
  temporaryFiles: readonly LeftTemporaryFile[],
): Promise<void> {
  const failures: unknown[] = [];
  for (const { operation, ...temporaryFile } of temporaryFiles) {
    try {
      await administration.driver.removeTemporaryFile(temporaryFile);
      await administration.db.write((tx) => deleteOperation(tx, operation));
    } catch (error) {
      // The user has been removed. Recovery removes the temporary files when the disk is back.
      const isDiskUnavailable = error instanceof AppError && DISK_UNAVAILABLE.has(error.code);
      if (!isDiskUnavailable) failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Writes a journal record for each temporary file, so that recovery removes it if the server stops before that. */
async function recordTemporaryFiles(
  tx: Writer,
  userId: number,
): Promise<readonly LeftTemporaryFile[]> {
  const temporaryFiles: LeftTemporaryFile[] = [];
  for (const { folder, partName, folderEvidence } of await listUnfinishedUploadsOf(tx, userId)) {
    // An upload that has received no bytes has no temporary file.
    const temporary = partName === '' ? undefined : childPath(folder, partName);
    if (temporary === undefined) continue;
    const operation = await insertOperation(
      tx,
      { kind: 'discard', state: 'removing', temporary, folderEvidence },
      { userId: undefined, shares: [] },
    );
    temporaryFiles.push({ folder, partName, operation });
  }
  return temporaryFiles;
}
