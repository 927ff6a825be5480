import { actorOfUser, type Actor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import { finishUpload, type StoredUpload } from '../../metadata/uploads.ts';
import { findUserById } from '../../metadata/users.ts';
import type { CommandFailed } from '../../programs/events/event-hooks.ts';
import type { TemporaryFile, WriteOptions } from '../../storage/driver.ts';
import { rememberedFile } from '../../tree/history-recorder.ts';
import { recordedPath } from '../../tree/resolved-path.ts';
import { commitChange } from '../../tree/run-operation.ts';
import {
  forgetUpload,
  recordPartialUpload,
  resolvedPathOf,
  type UploadInAction,
  type UploadService,
} from './uploads.ts';
import type { EntryStat } from '../../storage/entry.ts';

/**
 * Publishes a complete upload. When another entry has taken the name meanwhile, the upload ends without a file. After a failed flush the
 * upload is resumed at the bytes that are known to be flushed: a second flush would report success without writing them.
 */
export async function publishUpload(
  service: UploadService,
  upload: UploadInAction,
  temporaryFile: TemporaryFile,
): Promise<void> {
  try {
    const stat = await publish(service, upload, (options) =>
      temporaryFile.publish(upload.name, options),
    );
    service.digests.finish(upload, stat);
  } catch (error) {
    if (isNameTaken(error)) {
      service.digests.stop(upload.id);
      await service.flushes.stop(upload);
      if (await temporaryFile.discard()) await forgetUpload(service, upload);
    } else {
      await temporaryFile.close();
      await service.flushes.recordPublishFailure(upload, error);
    }
    throw error;
  }
  await service.flushes.stop(upload);
  await markFinished(service, upload);
}

/**
 * Writes and publishes a whole small upload in one step.
 * @param sha256 digest of bytes that have been verified
 */
export async function writeSmallUpload(
  service: UploadService,
  upload: UploadInAction,
  bytes: Uint8Array,
  sha256?: string,
): Promise<void> {
  const { folder, name } = upload;
  // Nothing is resumed: the file is written in one step.
  const partName = await recordPartialUpload(service, upload, { isVerified: false });
  const stat = await publish(service, upload, (options) =>
    service.tree.driver.writeFile(recordedPath(folder), name, bytes, { ...options, partName }),
  );
  if (sha256 !== undefined) service.tree.digests.record(stat, sha256);
  await markFinished(service, upload);
}

async function publish(
  { tree }: UploadService,
  upload: UploadInAction,
  commit: (options: WriteOptions) => Promise<EntryStat>,
): Promise<EntryStat> {
  const { userId, override, modifiedMs, action } = upload;
  const target = resolvedPathOf(upload);
  // The record of the upload says how to recover its file.
  const record = tree.journal.open(
    userId,
    { kind: 'write', state: 'committing', target, replaces: override },
    action,
  );
  try {
    const stat = await commitChange(
      tree,
      {
        record,
        writes: target,
        items: override ? [{ fate: 'carried', path: target }] : [],
        changes: () => [{ kind: 'appeared', path: target }],
      },
      {
        commit: () => {
          const options = { replace: override, modifiedMs };
          if (!override) return commit(options);
          return tree.versions.replace(record, target, () => commit(options));
        },
      },
    );
    const kept = record.historyOf(
      rememberedFile(target, stat, { replaces: override, version: record.version }),
    );
    if (kept !== undefined) tree.history.record(kept);
    return stat;
  } finally {
    record.release();
  }
}

export async function markFinished({ db }: UploadService, { id }: StoredUpload): Promise<void> {
  await db.write((tx) => finishUpload(tx, id, Date.now()), {
    isIdempotent: true,
    isUncached: true,
  });
}

export function isNameTaken(error: unknown): boolean {
  return error instanceof AppError && error.code === 'already-exists';
}

/** Runs the commands after an upload. Called without the lock of the upload, so that its state can be queried meanwhile. */
export function runHooksAfter(
  { tree }: UploadService,
  actor: Actor,
  upload: StoredUpload,
): Promise<CommandFailed | undefined> {
  return tree.hooks.after('upload', actor, { path: resolvedPathOf(upload) });
}

/**
 * Records in the audit log an upload that was found to be complete after a crash or a cut connection, and starts the commands after it
 * without waiting for them. The command log records those that fail.
 */
export async function reportRecoveredUpload(
  service: UploadService,
  upload: StoredUpload,
  address: string,
): Promise<void> {
  const user = await findUserById(service.db.read, upload.userId);
  const entry = {
    at: Date.now(),
    act: 'upload',
    username: user?.username ?? '',
    address,
    about: upload.path,
    status: 200,
  } as const;
  service.audit.record(entry, { signedUp: user?.signedUp === true });
  // Authorizes nothing: the commands get its name and its scope.
  const owner = user && actorOfUser(user, { globalRules: [], protectedPaths: [] });
  if (owner) void runHooksAfter(service, owner, upload);
}
