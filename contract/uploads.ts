import { encodePath } from './paths.ts';

export const TUS_VERSION = '1.0.0';
export const TUS_CONTENT_TYPE = 'application/offset+octet-stream';

/** Extensions of tus that the server supports. */
export const TUS_EXTENSIONS = 'creation,creation-with-upload,termination,checksum';

/** Request header with the checksum of a chunk: `<algorithm> <base64>`. A chunk that does not match it is discarded. */
export const UPLOAD_CHECKSUM_HEADER = 'Upload-Checksum';

/** Algorithms of `Upload-Checksum`. A CRC-32 (as of gzip) is sent as its four bytes, the most significant one first. */
export const UPLOAD_CHECKSUM_ALGORITHMS = ['crc32', 'md5', 'sha1', 'sha256', 'sha512'] as const;
export type UploadChecksumAlgorithm = (typeof UPLOAD_CHECKSUM_ALGORITHMS)[number];

/** Maximum number of files that a page uploads at the same time. */
export const MAX_CONCURRENT_UPLOADS = 5;

/** Address at which an upload to `path` is created. */
export function uploadUrl(path: string, { override }: { override: boolean }): string {
  return `${uploadAddress(path)}?override=${override}`;
}

/** Address of an upload that has been created. */
export function uploadAddress(path: string): string {
  return `/api/tus${encodePath(path)}`;
}

/**
 * Request header with a random key, the same in every request of an upload. Keeps two uploads to the same path apart, as the address
 * of an upload is only its path.
 */
export const UPLOAD_KEY_HEADER = 'X-Upload-Key';

/**
 * Request header with the time of modification on the client, in Unix milliseconds, so that the created file keeps it. Without the
 * header the file has the time of its upload.
 */
export const MODIFIED_HEADER = 'X-Modified';
