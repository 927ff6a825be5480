import { encodePath } from './paths.ts';

export const TUS_VERSION = '1.0.0';
export const TUS_CONTENT_TYPE = 'application/offset+octet-stream';

/** At most so many files are sent at once by one page (SPEC.md §9). */
export const MAX_CONCURRENT_UPLOADS = 5;

/** Where an upload to `path` is created. */
export function uploadUrl(path: string, { override }: { override: boolean }): string {
  return `${uploadAddress(path)}?override=${override}`;
}

/** The address of an upload once it has begun. */
export function uploadAddress(path: string): string {
  return `/api/tus${encodePath(path)}`;
}

/**
 * Our page names each upload by a random key, sent with every request of it: the address of an upload is its
 * path, and the key keeps a second upload to the same path from being mistaken for the first.
 */
export const UPLOAD_KEY_HEADER = 'X-Upload-Key';

/**
 * When the file was last changed on the sender's side, in milliseconds since 1970: sent with what creates a file, so
 * that the file keeps its time. Old clients send nothing, and the file is as old as its upload.
 */
export const MODIFIED_HEADER = 'X-Modified';
