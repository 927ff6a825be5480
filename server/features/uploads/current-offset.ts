import type { StoredUpload } from '../../metadata/uploads.ts';
import { reportRecoveredUpload } from './report-upload.ts';
import {
  isPublished,
  markFinished,
  openUploadPart,
  publishUpload,
  requireProofOfAbsence,
  reread,
  type UploadService,
} from './uploads.ts';

/**
 * Where an upload truly stands: by the bytes that are there, after whoever is still writing has let go. An upload
 * whose last byte came but which never got its name, because of a crash, gets it now.
 */
export async function currentOffset(
  service: UploadService,
  upload: StoredUpload,
  address: string,
): Promise<number> {
  if (upload.finishedAt !== undefined) return upload.length;
  return service.locks.takeOver(upload.id, async () => {
    const latest = await reread(service, upload);
    return latest.finishedAt === undefined ? settle(service, latest, address) : latest.length;
  });
}

/**
 * Publishes an upload whose bytes are complete, and records that in the audit log, since the request that has sent the last byte
 * could not. Resolves with the offset. Also used for every unfinished upload after a crash; `address` is '' then.
 */
export async function settle(
  service: UploadService,
  upload: StoredUpload,
  address: string,
): Promise<number> {
  const opened = await openUploadPart(service, upload);
  if (opened === undefined) {
    if (!(await isPublished(service, upload))) {
      await requireProofOfAbsence(service, upload);
      return 0;
    }
    await markFinished(service, upload);
    await reportRecoveredUpload(service, upload, address);
    return upload.length;
  }
  const { part, offset } = opened;
  if (offset < upload.length) {
    await part.close();
    await service.flushes.withinLimit(upload);
  } else {
    await publishUpload(service, upload, part);
    await reportRecoveredUpload(service, upload, address);
  }
  return offset;
}
