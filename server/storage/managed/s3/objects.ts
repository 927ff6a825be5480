import { AppError } from '../../../errors.ts';

/** Folders of the complete blobs, of bytes that are too few for a part, and of manifests. */
export const BLOBS_FOLDER = 'blobs/';
export const TAILS_FOLDER = 'tails/';
export const MANIFESTS_FOLDER = 'manifests/';
/** Number of characters of an id that name the folder of an object. */
const FOLDER_CHARACTERS = 2;

export function blobKey(id: string): string {
  return `${BLOBS_FOLDER}${id.slice(0, FOLDER_CHARACTERS)}/${id}`;
}

export function tailKey(id: string): string {
  return `${TAILS_FOLDER}${id.slice(0, FOLDER_CHARACTERS)}/${id}`;
}

/** Throws unless an object that has been written has its size. */
export function requireSize(found: number | undefined, size: number): void {
  if (found === size) return;
  throw new AppError(
    'storage-failed',
    `the object storage has kept ${found ?? 'no'} bytes of ${size}`,
  );
}
