import type { ArchiveFormat, Selection, SelectionReply } from '#contract/archives.ts';
import { publicArchiveUrl, publicDownloadUrl, publicSelectionsUrl } from '#contract/shares.ts';
import { firstBytes, partOf } from '../lib/first-bytes.ts';
import { asJson } from './as-json.ts';
import { callOpen } from './http.ts';

/** Maximum length of an address. Proxies and servers reject much longer ones. */
const MAX_ADDRESS_LENGTH = 2_000;

/** Returns at most `mostBytes` first bytes of a file. Throws ApiError. */
export async function readFirstBytes(
  url: string,
  size: number,
  mostBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  // A range request for an empty file cannot be satisfied.
  if (size === 0) return new Uint8Array();
  const headers = size > mostBytes ? { range: `bytes=0-${mostBytes - 1}` } : {};
  return firstBytes(await callOpen('GET', url, { headers, signal }), Math.min(mostBytes, size));
}

/** Returns `length` bytes of a file from a position, or fewer at its end. Throws ApiError. */
export async function readPublicPart(
  url: string,
  from: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const headers = { range: `bytes=${from}-${from + length - 1}` };
  return partOf(await callOpen('GET', url, { headers }), from, length);
}

/** Checks that an address is available before the browser loads it by itself, which hides errors. Throws ApiError. */
export async function requireAvailable(url: string, signal?: AbortSignal): Promise<void> {
  await callOpen('HEAD', url, signal ? { signal } : {});
}

/** An archive of entries in a shared folder: the given names, or everything if there are none. */
export interface WantedArchive {
  readonly hash: string;
  readonly token: string | undefined;
  readonly folder: string;
  readonly names: readonly string[];
  readonly format: ArchiveFormat;
}

/**
 * Returns the address of an archive. Sends names to the server first if they do not fit in an address. Throws
 * ApiError.
 */
export async function publicArchiveAddress({ hash, ...wanted }: WantedArchive): Promise<string> {
  const url = publicArchiveUrl(hash, wanted.folder, wanted);
  if (url.length <= MAX_ADDRESS_LENGTH) return url;
  const { folder, names, format, token } = wanted;
  const id = await sendSelection(hash, { folder, names }, token);
  const query = new URLSearchParams({ selection: id, algo: format, ...(token && { token }) });
  return `${publicDownloadUrl(hash, folder)}?${query.toString()}`;
}

/** Stores the names on the server and returns the id of the selection. */
async function sendSelection(
  hash: string,
  selection: Selection,
  token: string | undefined,
): Promise<string> {
  const query = token === undefined ? '' : `?${new URLSearchParams({ token }).toString()}`;
  const response = await callOpen('POST', publicSelectionsUrl(hash) + query, asJson(selection));
  // The server validates its responses against the same contract.
  const { id } = (await response.json()) as SelectionReply;
  return id;
}
