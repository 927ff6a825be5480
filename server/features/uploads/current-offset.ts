import type { Actor } from '../../access/actor.ts';
import type { StoredUpload } from '../../metadata/uploads.ts';
import { markFinished, publishUpload, reportRecoveredUpload } from './publish-upload.ts';
import {
  authorizeUpload,
  isPublished,
  openPartialUpload,
  requireProofOfAbsence,
  requireUpload,
  reread,
  type UploadKey,
  type UploadService,
} from './uploads.ts';

export interface UploadState {
  readonly offset: number;
  /** Bytes of the whole file. */
  readonly length: number;
}

/**
 * Returns the offset of an upload, by the bytes on disk, after the present writer has let go. Publishes an upload that a crash has kept from
 * being published.
 * @param address client address for the audit log
 */
export async function currentOffset(
  service: UploadService,
  actor: Actor,
  key: UploadKey,
  address: string,
): Promise<UploadState> {
  // Only a caller who may continue the upload may stop its present writer.
  const upload = await requireUpload(service, key);
  authorizeUpload(actor, upload);
  const { length, finishedAt } = upload;
  if (finishedAt !== undefined) return { offset: length, length };
  return service.locks.takeOver(upload, async () => {
    const latest = await reread(service, upload);
    const isFinished = latest.finishedAt !== undefined;
    return { offset: isFinished ? length : await settle(service, latest, address), length };
  });
}

/**
 * Publishes an upload whose bytes are complete, and records it in the audit log, because the request that has sent the last byte could not.
 * Returns the offset. Also called for every unfinished upload after a crash; `address` is '' then.
 */
export async function settle(
  service: UploadService,
  upload: StoredUpload,
  address: string,
): Promise<number> {
  const opened = await openPartialUpload(service, upload);
  if (opened === undefined) {
    if (!(await isPublished(service, upload))) {
      await requireProofOfAbsence(service, upload);
      return 0;
    }
    await markFinished(service, upload);
    await reportRecoveredUpload(service, upload, address);
    return upload.length;
  }
  const { temporaryFile, offset } = opened;
  if (offset < upload.length) {
    await temporaryFile.close();
    await service.flushes.withinLimit(upload);
  } else {
    if (upload.isVerified)
      await service.digests.extend(upload, temporaryFile, { offset, end: offset });
    await publishUpload(service, upload, temporaryFile);
    await reportRecoveredUpload(service, upload, address);
  }
  return offset;
}
