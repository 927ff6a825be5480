import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../../errors.ts';
import type { Writer } from '../../metadata/database.ts';
import { holdUsers } from '../../metadata/dialect.ts';
import { recordTemporaryFile, clearTemporaryFile } from '../../metadata/temporary-file-records.ts';
import { listUnfinishedUploadsOf } from '../../metadata/uploads.ts';
import { deleteUser } from '../../metadata/users.ts';
import type { TemporaryFileRef } from '../../storage/driver.ts';
import type { Administration } from '../administration.ts';
import { requireUser } from './change-user.ts';
import { requireAnotherAdministrator } from './last-administrator.ts';

/** Errors of a disk that is missing or hangs. */
const AWAY: ReadonlySet<ErrorCode> = new Set(['root-missing', 'not-answering']);

/**
 * Removes a user with their sessions, shares and partial uploads. Keeps their files. Throws `not-found` for an
 * unknown user, `forbidden` for the only administrator.
 */
export async function removeUser(administration: Administration, id: number): Promise<void> {
  const parts = await administration.db.write(async (tx) => {
    await holdUsers(tx);
    await requireAnotherAdministrator(tx, await requireUser(tx, id));
    return deleteWithUploads(tx, id);
  });
  await removeParts(administration, parts);
}

/** Removes a user as a step of a larger change, which must keep an administrator. The result is for `removeParts`. */
export async function deleteWithUploads(
  tx: Writer,
  id: number,
): Promise<readonly TemporaryFileRef[]> {
  const unfinished = await noteParts(tx, id);
  await deleteUser(tx, id);
  return unfinished;
}

/** Removes the temporary files of uploads that are no longer stored. Accesses the root only if there are any. */
export async function removeParts(
  administration: Administration,
  parts: readonly TemporaryFileRef[],
): Promise<void> {
  for (const part of parts) {
    try {
      await administration.driver.removeTemporaryFile(part);
    } catch (error) {
      // The user has been removed. Recorded temporary files are removed when the disk is back.
      if (error instanceof AppError && AWAY.has(error.code)) return;
      throw error;
    }
    await administration.db.write((tx) => clearTemporaryFile(tx, part));
  }
}

/** Records the temporary files, because they no longer belong to uploads. After a crash, the next start removes them. */
async function noteParts(tx: Writer, userId: number): Promise<readonly TemporaryFileRef[]> {
  const uploads = await listUnfinishedUploadsOf(tx, userId);
  const parts = uploads.filter(({ partName }) => partName !== '');
  for (const { folder, partName, folderMark } of parts) {
    await recordTemporaryFile(tx, { folder, partName, folderMark });
  }
  return parts.map(({ folder, partName }) => ({ folder, partName }));
}
