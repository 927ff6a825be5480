import type { NewUpload } from '../state/upload-job.ts';
import { addUploads, createUploadQueue, type UploadQueue } from '../state/upload-queue.ts';

/** Returns a file to upload, with its size in bytes. */
export const file = (path: string, size = 10): NewUpload => ({
  path,
  name: path.slice(path.lastIndexOf('/') + 1),
  size,
  isFolder: false,
  overwrite: false,
});

/** Returns a folder to create. */
export const folder = (path: string): NewUpload => ({ ...file(path, 0), isFolder: true });

/** Returns a queue in which no upload has begun. */
export function queueOf(...uploads: NewUpload[]): UploadQueue {
  const queue = createUploadQueue();
  addUploads(queue, uploads);
  return queue;
}
