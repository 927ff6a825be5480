import type { NewUpload } from '../state/upload-job.ts';
import { addUploads, createUploadQueue, type UploadQueue } from '../state/upload-queue.ts';

/** A file to be sent, of so many bytes. */
export const file = (path: string, size = 10): NewUpload => ({
  path,
  name: path.slice(path.lastIndexOf('/') + 1),
  size,
  isFolder: false,
  overwrite: false,
});

/** A folder to be made. */
export const folder = (path: string): NewUpload => ({ ...file(path, 0), isFolder: true });

/** A queue in which nothing has begun. */
export function queueOf(...uploads: NewUpload[]): UploadQueue {
  const queue = createUploadQueue();
  addUploads(queue, uploads);
  return queue;
}
