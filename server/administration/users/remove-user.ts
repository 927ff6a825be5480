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

/** Failures that say that a disk is missing or hangs. */
const AWAY: ReadonlySet<ErrorCode> = new Set(['root-missing', 'not-answering']);

/**
 * Removes a user with their sessions, links and unfinished uploads; their files stay. `not-found` when there is none,
 * `forbidden` for the only administrator.
 */
export async function removeUser(administration: Administration, id: number): Promise<void> {
  const parts = await administration.db.write(async (tx) => {
    await holdUsers(tx);
    await requireAnotherAdministrator(tx, await requireUser(tx, id));
    return deleteWithUploads(tx, id);
  });
  await removeParts(administration, parts);
}

/** As a step of something larger, which sees to it that an administrator is left. What it resolves with is for `removeParts`. */
export async function deleteWithUploads(
  tx: Writer,
  id: number,
): Promise<readonly TemporaryFileRef[]> {
  const unfinished = await noteParts(tx, id);
  await deleteUser(tx, id);
  return unfinished;
}

/** What unfinished uploads have left in the tree, once nobody knows them as such. Without any, the root is not looked at. */
export async function removeParts(
  administration: Administration,
  parts: readonly TemporaryFileRef[],
): Promise<void> {
  for (const part of parts) {
    try {
      await administration.driver.removeTemporaryFile(part);
    } catch (error) {
      // The user is removed by now. What is noted is removed when the disk is back.
      if (error instanceof AppError && AWAY.has(error.code)) return;
      throw error;
    }
    await administration.db.write((tx) => clearTemporaryFile(tx, part));
  }
}

/** From here on nobody knows them as uploads: what a crash leaves behind is removed at the next start. */
async function noteParts(tx: Writer, userId: number): Promise<readonly TemporaryFileRef[]> {
  const uploads = await listUnfinishedUploadsOf(tx, userId);
  const parts = uploads.filter(({ partName }) => partName !== '');
  for (const { folder, partName, folderMark } of parts) {
    await recordTemporaryFile(tx, { folder, partName, folderMark });
  }
  return parts.map(({ folder, partName }) => ({ folder, partName }));
}
