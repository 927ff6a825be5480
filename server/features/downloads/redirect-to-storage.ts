import type { FastifyReply, FastifyRequest } from 'fastify';
import { BYTES, contentDisposition } from '../../http/content-headers.ts';
import { isFlagSet } from '../../http/request.ts';
import type { FileContents } from '../../storage/driver.ts';

/** Size from which a download is worth the second request of the browser. Bytes. */
const MIN_REDIRECTED_BYTES = 64 * 1024 * 1024;

/** Headers of requests that only this server answers: they name versions by its own ETags. */
const ABOUT_VERSIONS = [
  'range',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
] as const;

/**
 * Sends the browser of a logged-in user to the object storage for a large file, if the operator has allowed that. Returns true when it has
 * replied. The caller has checked that the user may download the file; who has the address can download
 * it for a minute. Visitors of a share are never redirected: each of their downloads may be counted, and ends with the share.
 */
export async function redirectToStorage(
  request: FastifyRequest,
  reply: FastifyReply,
  { contents, name }: { readonly contents: FileContents; readonly name: string },
): Promise<boolean> {
  if (contents.kind !== 'open' || contents.stat.size < MIN_REDIRECTED_BYTES) return false;
  if (request.visitor !== undefined || !savesWholeFile(request)) return false;
  const disposition = contentDisposition('attachment', name);
  const address = await contents.file.directAddress?.({ disposition, type: BYTES });
  if (address === undefined) return false;
  request.auditDownload();
  await reply.header('referrer-policy', 'no-referrer').redirect(address, 307);
  return true;
}

/** Returns true for a click on a download. Scripts of a page could not read the reply of another origin. */
function savesWholeFile(request: FastifyRequest): boolean {
  const { method, headers } = request;
  const mode = headers['sec-fetch-mode'] ?? 'navigate';
  if (method !== 'GET' || mode !== 'navigate' || isFlagSet(request, 'inline')) return false;
  return ABOUT_VERSIONS.every((name) => headers[name] === undefined);
}
