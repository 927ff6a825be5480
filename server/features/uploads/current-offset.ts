import type { StoredUpload } from '../../metadata/uploads.ts';
import { tellFoundWhole } from './tell-whole.ts';
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
export async function currentOffset(service: UploadService, upload: StoredUpload): Promise<number> {
  if (upload.finishedAt !== undefined) return upload.length;
  return service.locks.takeOver(upload.id, async () => {
    const latest = await reread(service, upload);
    return latest.finishedAt === undefined ? settle(service, latest) : latest.length;
  });
}

/** Also what a start after a crash does with every unfinished upload. */
export async function settle(service: UploadService, upload: StoredUpload): Promise<number> {
  const opened = await openUploadPart(service, upload);
  if (opened === undefined) {
    if (!(await isPublished(service, upload))) {
      await requireProofOfAbsence(service, upload);
      return 0;
    }
    await markFinished(service, upload);
    await tellFoundWhole(service, upload);
    return upload.length;
  }
  const { part, offset } = opened;
  if (offset < upload.length) {
    await part.close();
    await service.flushes.withinLimit(upload);
  } else {
    await publishUpload(service, upload, part);
    await tellFoundWhole(service, upload);
  }
  return offset;
}
