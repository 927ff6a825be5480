import { factsUrl, rawUrl, resourceUrl } from '#contract/files.ts';
import { existingItems } from './existing.ts';
import { call } from './http.ts';

/** Bytes of a file and their version. */
export interface FileBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** ETag of the server. */
  readonly version: string;
}

/** Returns all current bytes of a file. Throws ApiError; 403 without the download permission. */
export async function readBytes(path: string, signal?: AbortSignal): Promise<FileBytes> {
  // Bypasses the browser's cache, which may be outdated.
  const init: RequestInit = { cache: 'no-store', ...(signal && { signal }) };
  const response = await call('GET', rawUrl(path), init);
  const version = versionIn(response);
  return { bytes: new Uint8Array(await response.arrayBuffer()), version };
}

/** Returns the current version of a file. Throws ApiError; 404 if it does not exist. */
export async function versionOf(path: string): Promise<string> {
  return versionIn(await call('GET', factsUrl(path), { cache: 'no-store' }));
}

/** Returns true if a file is at the path; false if a folder or nothing is there. Throws ApiError. */
export async function isFileAt(path: string): Promise<boolean> {
  const end = path.lastIndexOf('/') + 1;
  const items = await existingItems(path.slice(0, end), [path.slice(end)]);
  return items.some(({ isDir }) => !isDir);
}

/**
 * Replaces the contents of a file if it still has the given version, and returns the new version. Throws ApiError 412
 * if it has changed, 404 if it does not exist.
 */
export async function saveBytes(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  version: string,
): Promise<string> {
  return versionIn(
    await call('PUT', resourceUrl(path), { body: bytes, headers: { 'If-Match': version } }),
  );
}

/** Creates a file with contents and returns its version. Throws ApiError 409 if the name is taken. */
export async function createFileWith(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  return versionIn(await call('POST', `${resourceUrl(path)}?override=false`, { body: bytes }));
}

function versionIn(response: Response): string {
  return response.headers.get('ETag') ?? '*';
}
