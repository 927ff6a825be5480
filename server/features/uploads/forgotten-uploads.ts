import type { FastifyBaseLogger } from 'fastify';
import { deleteInBatches } from '../../metadata/batches.ts';
import {
  forgottenUploads,
  removeFinishedUploads,
  type StoredUpload,
  unfinishedUploads,
} from '../../metadata/uploads.ts';
import { isStorageAway } from '../../tree/evidence.ts';
import type { RecoveryLog } from '../../tree/recovery-log.ts';
import type { Unrecovered } from '../../tree/unrecovered-records.ts';
import { settle } from './current-offset.ts';
import {
  abandonUpload,
  openPartialUpload,
  REMEMBERED_MS,
  requireProofOfAbsence,
  reread,
  type UploadService,
} from './uploads.ts';

/**
 * Publishes uploads whose last byte arrived before a crash. An upload that fails does not keep the others from being published. Returns those
 * that are kept because their disk may be missing.
 */
export async function settleUploads(
  service: UploadService,
  log: RecoveryLog,
): Promise<Unrecovered[]> {
  const kept: Unrecovered[] = [];
  for await (const uploads of unfinishedUploads(service.db.read)) {
    for (const upload of uploads) {
      try {
        await settleIfIdle(service, upload);
      } catch (error) {
        const facts = { err: error, path: upload.path };
        log.failed(`upload-${upload.id}`, facts, 'unfinished upload not checked');
        if (isStorageAway(error)) kept.push({ id: upload.partName, reason: error.message });
      }
    }
  }
  return kept;
}

/**
 * Removes uploads that have not received a byte for too long, and the records of uploads that have finished long ago. An upload that fails,
 * for example because its folder has become a symlink, keeps neither the others from being removed nor the server from starting.
 */
export async function removeForgottenUploads(
  service: UploadService,
  log: FastifyBaseLogger,
  now: number,
): Promise<void> {
  for await (const uploads of forgottenUploads(service.db.read, now - service.expiryMs)) {
    for (const upload of uploads) {
      if (await service.locks.isHeld(upload)) continue;
      await abandonForgotten(service, upload).catch((error: unknown) =>
        log.warn({ err: error, path: upload.path }, 'expired upload not removed'),
      );
    }
  }
  await deleteInBatches(service.db, (tx, most) =>
    removeFinishedUploads(tx, now - REMEMBERED_MS, most),
  );
}

/** Skips an upload that a request is writing: that request settles it. */
async function settleIfIdle(service: UploadService, upload: StoredUpload): Promise<void> {
  await service.locks.hold(upload, async () => {
    const latest = await reread(service, upload);
    return latest.finishedAt === undefined ? settle(service, latest, '') : latest.length;
  });
}

/** Keeps the record while its bytes may be on a disk that is not mounted. */
async function abandonForgotten(service: UploadService, upload: StoredUpload): Promise<void> {
  const opened = await openPartialUpload(service, upload).catch((error: unknown) => {
    if (isStorageAway(error)) throw error;
    // Its folder has been replaced, for example by a symlink.
    return undefined;
  });
  if (opened === undefined) await requireProofOfAbsence(service, upload);
  await opened?.temporaryFile.close();
  await abandonUpload(service, upload);
}
