import type { ArchiveFormat, Selection, SelectionReply } from '#contract/archives.ts';
import { publicArchiveUrl, publicDownloadUrl, publicSelectionsUrl } from '#contract/shares.ts';
import { firstBytes } from '../lib/first-bytes.ts';
import { callOpen } from './http.ts';

/** Proxies and servers refuse addresses much longer than this. */
const MOST_IN_ADDRESS = 2_000;

/** The first bytes of a file, at most so many. Throws ApiError. */
export async function readFirstBytes(
  url: string,
  size: number,
  mostBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  // Nothing has no first byte that could be asked for.
  if (size === 0) return new Uint8Array();
  const headers = size > mostBytes ? { range: `bytes=0-${mostBytes - 1}` } : {};
  return firstBytes(await callOpen('GET', url, { headers, signal }), Math.min(mostBytes, size));
}

/**
 * Asks whether an address would be answered, before it is left to a part of the browser that tells nobody. Throws
 * ApiError.
 */
export async function askForHead(url: string, signal?: AbortSignal): Promise<void> {
  await callOpen('HEAD', url, signal ? { signal } : {});
}

/** An archive of what is in a folder of a link: of these names, or of everything where there are none. */
export interface WantedArchive {
  readonly hash: string;
  readonly token: string | undefined;
  readonly folder: string;
  readonly names: readonly string[];
  readonly format: ArchiveFormat;
}

/** Names that are too many for an address are left with the server first, which costs a call. Throws ApiError. */
export async function publicArchiveAddress({ hash, ...wanted }: WantedArchive): Promise<string> {
  const url = publicArchiveUrl(hash, wanted.folder, wanted);
  if (url.length <= MOST_IN_ADDRESS) return url;
  const { folder, names, format, token } = wanted;
  const id = await leaveSelection(hash, { folder, names }, token);
  const query = new URLSearchParams({ selection: id, algo: format, ...(token && { token }) });
  return `${publicDownloadUrl(hash, folder)}?${query.toString()}`;
}

async function leaveSelection(
  hash: string,
  selection: Selection,
  token: string | undefined,
): Promise<string> {
  const query = token === undefined ? '' : `?${new URLSearchParams({ token }).toString()}`;
  const response = await callOpen('POST', publicSelectionsUrl(hash) + query, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(selection),
  });
  // The server checks its replies against the same contract.
  const { id } = (await response.json()) as SelectionReply;
  return id;
}
