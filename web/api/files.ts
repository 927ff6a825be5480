import {
  type ChecksumAlgorithm,
  checksumUrl,
  factsUrl,
  type FileInfo,
  type Folder,
  resourceUrl,
  type Totals,
  totalsUrl,
  type Usage,
  usageUrl,
} from '#contract/files.ts';
import { parseTreePath } from '#contract/paths.ts';
import { queryOptions } from '@tanstack/react-query';
import { groupHeader } from './group-header.ts';
import { call, callJson } from './http.ts';
import { parseListing } from './parse-listing.ts';

/** Maximum number of entries in a folder that is always refreshed on window focus. */
export const SMALL_FOLDER = 2_000;
/** Time in which the listing of a large folder counts as recent. */
export const LARGE_FOLDER_FRESH_MS = 30_000;

/** A folder and its entries. */
export const folderQuery = (path: string) =>
  queryOptions({
    queryKey: ['folder', withoutSlashAtEnd(path)],
    queryFn: ({ signal }) => readFolder(withSlashAtEnd(path), signal),
    // Comparing 100,000 entries takes longer than rendering the visible ones.
    structuralSharing: false,
    refetchOnWindowFocus: ({ state: { data, dataUpdatedAt } }) =>
      (data?.items.length ?? 0) <= SMALL_FOLDER ||
      Date.now() - dataUpdatedAt > LARGE_FOLDER_FRESH_MS,
  });

/** The server returned another folder than the requested one. */
export class DataMismatch extends Error {
  override readonly name = 'DataMismatch';

  constructor() {
    super('Data Mismatch!');
  }
}

async function readFolder(path: string, signal: AbortSignal): Promise<Folder> {
  const response = await call('GET', resourceUrl(path), { signal });
  // The response can also be a file. The caller recognizes it.
  const folder = (await parseListing(await response.arrayBuffer(), signal)) as Folder;
  if (parseTreePath(folder.path) !== parseTreePath(path)) throw new DataMismatch();
  return folder;
}

/** Metadata of one file, without its content. */
export const fileQuery = (path: string) =>
  queryOptions({
    queryKey: ['file', path],
    queryFn: ({ signal }) => callJson<FileInfo>('GET', factsUrl(path), { signal }),
  });

/** Usage of the disk that holds the folder. */
export const usageQuery = (folder: string) =>
  queryOptions({
    queryKey: ['usage', withoutSlashAtEnd(folder)],
    queryFn: ({ signal }) => callJson<Usage>('GET', usageUrl(withSlashAtEnd(folder)), { signal }),
  });

/** Creates a folder, as a part of the action with the key `group`. Throws ApiError 409 if the name is taken. */
export async function createFolder(path: string, group?: string): Promise<void> {
  const headers = groupHeader(group);
  await call('POST', `${resourceUrl(withSlashAtEnd(path))}?override=false`, { headers });
}

/** Creates an empty file, as a part of the action with the key `group`. Throws ApiError 409 if the name is taken. */
export async function createFile(path: string, group?: string): Promise<void> {
  await call('POST', `${resourceUrl(path)}?override=false`, { headers: groupHeader(group) });
}

/** Returns hexadecimal digests of a file, computed in one pass. */
export async function checksumsOf(
  path: string,
  algorithms: readonly ChecksumAlgorithm[],
  signal: AbortSignal,
): Promise<Readonly<Partial<Record<ChecksumAlgorithm, string>>>> {
  const reply = await callJson<FileInfo>('GET', checksumUrl(path, algorithms), { signal });
  return reply.checksums ?? {};
}

/** `changed`: the stored checksum is of other bytes than the file has had since it was changed. */
export type Verification = 'intact' | 'damaged' | 'changed';

/** Reads a file on the server, and compares its SHA-256 with the stored one. */
export async function verifyFile(path: string, signal: AbortSignal): Promise<Verification> {
  const reply = await callJson<FileInfo>('GET', checksumUrl(path, ['sha256']), { signal });
  if (reply.storedChecksum === undefined) return 'changed';
  return reply.checksums?.['sha256'] === reply.storedChecksum.sha256 ? 'intact' : 'damaged';
}

/** Returns the totals of a folder and all its subfolders. */
export function totalsOf(folder: string, signal: AbortSignal): Promise<Totals> {
  return callJson<Totals>('GET', totalsUrl(withSlashAtEnd(folder)), { signal });
}

export function withSlashAtEnd(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

function withoutSlashAtEnd(path: string): string {
  return path.endsWith('/') && path !== '/' ? path.slice(0, -1) : path;
}
