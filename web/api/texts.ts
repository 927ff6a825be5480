import { factsUrl, rawUrl, resourceUrl } from '#contract/files.ts';
import { call } from './http.ts';

/** The bytes of a file, and which version of it they are. */
export interface FileBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The server's ETag. */
  readonly version: string;
}

/** All bytes of a file as they are on the disk now. Throws ApiError; 403 without the download permission. */
export async function readBytes(path: string, signal?: AbortSignal): Promise<FileBytes> {
  // What the browser has kept from the last time may not be the newest.
  const init: RequestInit = { cache: 'no-store', ...(signal && { signal }) };
  const response = await call('GET', rawUrl(path), init);
  const version = versionIn(response);
  return { bytes: new Uint8Array(await response.arrayBuffer()), version };
}

/** Which version of the file is there now. Throws ApiError; 404 when there is none. */
export async function versionOf(path: string): Promise<string> {
  return versionIn(await call('GET', factsUrl(path), { cache: 'no-store' }));
}

/**
 * Gives a file new contents if it still has the version given, and returns the new one. Throws ApiError 412 when
 * somebody else was faster, 404 when it is gone.
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

/** Makes a file with these contents, and returns its version. Throws ApiError 409 when the name is taken. */
export async function makeFileOf(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return versionIn(await call('POST', `${resourceUrl(path)}?override=false`, { body: bytes }));
}

function versionIn(response: Response): string {
  return response.headers.get('ETag') ?? '*';
}
