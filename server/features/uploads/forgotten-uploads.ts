import type { FastifyBaseLogger } from 'fastify';
import { deleteInBatches, inSlices } from '../../metadata/batches.ts';
import {
  listForgottenUploads,
  listUnfinishedUploads,
  removeFinishedUploads,
  type StoredUpload,
} from '../../metadata/uploads.ts';
import { isStorageAway } from '../../tree/evidence.ts';
import { temporaryFileId, type Unrecovered } from '../../tree/journal.ts';
import { settle } from './current-offset.ts';
import {
  abandonUpload,
  openUploadPart,
  REMEMBERED_MS,
  requireProofOfAbsence,
  reread,
  type UploadService,
} from './uploads.ts';

/**
 * Publishes uploads whose last byte came before a crash. One that fails does not keep the others. Resolves with those that are kept
 * because their disk may be missing.
 */
export async function settleUploads(
  service: UploadService,
  log: FastifyBaseLogger,
): Promise<Unrecovered[]> {
  const kept: Unrecovered[] = [];
  const unfinished = inSlices<StoredUpload>((last, most) =>
    listUnfinishedUploads(service.db.read, { after: last?.id ?? 0, most }),
  );
  for await (const uploads of unfinished) {
    for (const upload of uploads) {
      try {
        await settleIfIdle(service, upload);
      } catch (error) {
        log.warn({ err: error, path: upload.path }, 'an unfinished upload could not be looked at');
        if (isStorageAway(error)) kept.push({ id: temporaryFileId(upload), reason: error.message });
      }
    }
  }
  return kept;
}

/**
 * Removes what nobody has sent a byte to for too long, and the memory of what ended long ago. One that fails,
 * because its folder has become a link for instance, does not keep the others, nor the server from starting.
 */
export async function removeForgottenUploads(
  service: UploadService,
  log: FastifyBaseLogger,
  now: number,
): Promise<void> {
  const forgotten = inSlices<StoredUpload>((last, most) =>
    listForgottenUploads(service.db.read, now - service.expiryMs, { after: last?.id ?? 0, most }),
  );
  for await (const uploads of forgotten) {
    for (const upload of uploads) {
      if (service.locks.isHeld(upload.id)) continue;
      await abandonForgotten(service, upload).catch((error: unknown) =>
        log.warn({ err: error, path: upload.path }, 'a forgotten upload could not be removed'),
      );
    }
  }
  await deleteInBatches(service.db, (tx, most) =>
    removeFinishedUploads(tx, now - REMEMBERED_MS, most),
  );
}

/** An upload that a request is writing is looked at by that request. */
async function settleIfIdle(service: UploadService, upload: StoredUpload): Promise<void> {
  await service.locks.hold(upload.id, async () => {
    const latest = await reread(service, upload);
    if (latest.finishedAt === undefined) await settle(service, latest, '');
  });
}

/** The record is kept while its bytes may be on a disk that is not mounted. */
async function abandonForgotten(service: UploadService, upload: StoredUpload): Promise<void> {
  const opened = await openUploadPart(service, upload).catch((error: unknown) => {
    if (isStorageAway(error)) throw error;
    // Something else is in the place of its folder, such as a symlink.
    return undefined;
  });
  if (opened === undefined) await requireProofOfAbsence(service, upload);
  await opened?.part.close();
  await abandonUpload(service, upload);
}
