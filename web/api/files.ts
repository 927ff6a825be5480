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
import { call, callJson } from './http.ts';

/** A folder that is read and drawn within a blink. */
const SMALL_FOLDER = 2_000;
/** A large folder is not read again each time the user comes back from another window. */
const LARGE_FOLDER_FRESH_MS = 30_000;

/** A folder with what is in it. */
export const folderQuery = (path: string) =>
  queryOptions({
    queryKey: ['folder', withoutSlashAtEnd(path)],
    queryFn: ({ signal }) => readFolder(withSlashAtEnd(path), signal),
    // Comparing 100,000 entries with the ones before takes longer than drawing those in view.
    structuralSharing: false,
    refetchOnWindowFocus: ({ state: { data, dataUpdatedAt } }) =>
      (data?.items.length ?? 0) <= SMALL_FOLDER ||
      Date.now() - dataUpdatedAt > LARGE_FOLDER_FRESH_MS,
  });

/** The server has answered with another folder than the one asked for. */
export class DataMismatch extends Error {
  override readonly name = 'DataMismatch';

  constructor() {
    super('Data Mismatch!');
  }
}

async function readFolder(path: string, signal: AbortSignal): Promise<Folder> {
  const folder = await callJson<Folder>('GET', resourceUrl(path), { signal });
  if (parseTreePath(folder.path) !== parseTreePath(path)) throw new DataMismatch();
  return folder;
}

/** The facts of one file, without its content. */
export const fileQuery = (path: string) =>
  queryOptions({
    queryKey: ['file', path],
    queryFn: ({ signal }) => callJson<FileInfo>('GET', factsUrl(path), { signal }),
  });

/** How full the disk is that holds the folder. */
export const usageQuery = (folder: string) =>
  queryOptions({
    queryKey: ['usage', withoutSlashAtEnd(folder)],
    queryFn: ({ signal }) => callJson<Usage>('GET', usageUrl(withSlashAtEnd(folder)), { signal }),
  });

/** Makes a folder. Throws ApiError 409 when the name is taken. */
export async function makeFolder(path: string): Promise<void> {
  await call('POST', `${resourceUrl(withSlashAtEnd(path))}?override=false`);
}

/** Makes an empty file. Throws ApiError 409 when the name is taken. */
export async function makeFile(path: string): Promise<void> {
  await call('POST', `${resourceUrl(path)}?override=false`);
}

/** The digests of a file as hexadecimal text, all from one reading of it. */
export async function checksumsOf(
  path: string,
  algorithms: readonly ChecksumAlgorithm[],
  signal: AbortSignal,
): Promise<Readonly<Partial<Record<ChecksumAlgorithm, string>>>> {
  const reply = await callJson<FileInfo>('GET', checksumUrl(path, algorithms), { signal });
  return reply.checksums ?? {};
}

/** What a folder holds on all its levels. */
export function totalsOf(folder: string, signal: AbortSignal): Promise<Totals> {
  return callJson<Totals>('GET', totalsUrl(withSlashAtEnd(folder)), { signal });
}

function withSlashAtEnd(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

function withoutSlashAtEnd(path: string): string {
  return path.endsWith('/') && path !== '/' ? path.slice(0, -1) : path;
}
