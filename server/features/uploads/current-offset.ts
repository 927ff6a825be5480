import { AppError } from '../../errors.ts';
import type { StoredUpload } from '../../metadata/uploads.ts';
import {
  isPublished,
  markFinished,
  openUploadPart,
  publishUpload,
  type UploadService,
} from './uploads.ts';

/** Another request may be quicker to take the upload that was just let go. */
const MAX_ATTEMPTS = 5;

/**
 * Where an upload truly stands: by the bytes on disk, after whoever is still writing has let go. An upload
 * whose last byte came but which never got its name, because of a crash, gets it now.
 */
export async function currentOffset(service: UploadService, upload: StoredUpload): Promise<number> {
  if (upload.finishedAt !== undefined) return upload.length;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    await service.locks.release(upload.id);
    const offset = await service.locks.hold(upload.id, () => settle(service, upload));
    if (offset !== undefined) return offset;
  }
  throw new AppError('locked', 'others keep writing this upload');
}

/** Also what a start after a crash does with every unfinished upload. */
export async function settle(service: UploadService, upload: StoredUpload): Promise<number> {
  const part = await openUploadPart(service, upload);
  if (part === undefined) {
    if (!(await isPublished(service, upload))) return 0;
    await markFinished(service, upload);
    return upload.length;
  }
  const { size } = part;
  if (size < upload.length) await part.close();
  else await publishUpload(service, upload, part);
  return size;
}
