import type { FastifyBaseLogger } from 'fastify';
import { deleteInBatches, inSlices } from '../../metadata/batches.ts';
import {
  listForgottenUploads,
  listUnfinishedUploads,
  removeFinishedUploads,
  type StoredUpload,
} from '../../metadata/uploads.ts';
import { settle } from './current-offset.ts';
import { abandonUpload, REMEMBERED_MS, type UploadService } from './uploads.ts';

/** After a crash: files that were whole but had no name get it. One that fails does not keep the others. */
export async function settleUploads(service: UploadService, log: FastifyBaseLogger): Promise<void> {
  const unfinished = inSlices<StoredUpload>((last, most) =>
    listUnfinishedUploads(service.db.read, { after: last?.id ?? 0, most }),
  );
  for await (const uploads of unfinished) {
    for (const upload of uploads) {
      await settle(service, upload).catch((error: unknown) =>
        log.warn({ err: error, path: upload.path }, 'an unfinished upload could not be looked at'),
      );
    }
  }
}

/**
 * Removes what nobody has sent a byte to for too long, and the memory of what ended long ago. One that fails,
 * because its folder has become a link for instance, does not keep the others, nor the server from starting.
 */
export async function removeForgottenUploads(
  service: UploadService,
  log: FastifyBaseLogger,
): Promise<void> {
  const now = Date.now();
  const forgotten = inSlices<StoredUpload>((last, most) =>
    listForgottenUploads(service.db.read, now - service.expiryMs, { after: last?.id ?? 0, most }),
  );
  for await (const uploads of forgotten) {
    for (const upload of uploads) {
      if (service.locks.isHeld(upload.id)) continue;
      await abandonUpload(service, upload).catch((error: unknown) =>
        log.warn({ err: error, path: upload.path }, 'a forgotten upload could not be removed'),
      );
    }
  }
  await deleteInBatches(service.db, (tx, most) =>
    removeFinishedUploads(tx, now - REMEMBERED_MS, most),
  );
}
