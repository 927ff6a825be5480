import { type FileInfo, rawUrl } from '#contract/files.ts';
import { queryOptions } from '@tanstack/react-query';
import { firstBytes, partOf } from '../lib/first-bytes.ts';
import { call } from './http.ts';

/** Contents can be large, so they are cached only briefly, for navigation back and forth. */
const KEPT_MS = 30_000;

/** First `mostBytes` bytes of a file, requested again only after the file has changed. */
export const contentsQuery = (file: FileInfo, mostBytes: number) =>
  queryOptions({
    queryKey: ['contents', file.path, file.modified, file.size, mostBytes],
    queryFn: ({ signal }) => readContents(file, mostBytes, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Returns at most `mostBytes` first bytes of a file, or `size` if that is smaller. Throws ApiError. */
export async function readContents(
  { path, size }: Pick<FileInfo, 'path' | 'size'>,
  mostBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  // A range request for an empty file cannot be satisfied.
  if (size === 0) return new Uint8Array();
  const headers = size > mostBytes ? { range: `bytes=0-${mostBytes - 1}` } : {};
  const response = await call('GET', rawUrl(path, { inline: true }), { headers, signal });
  return firstBytes(response, Math.min(mostBytes, size));
}

/** Returns `length` bytes of a file from a position, or fewer at its end. Throws ApiError. */
export async function readPart(
  path: string,
  from: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const headers = { range: `bytes=${from}-${from + length - 1}` };
  return partOf(await call('GET', rawUrl(path, { inline: true }), { headers }), from, length);
}

/** Checks that a file is available before the browser loads it by itself, which hides errors. Throws ApiError. */
export const reachableQuery = ({ path, modified }: Pick<FileInfo, 'path' | 'modified'>) =>
  queryOptions({
    queryKey: ['reachable', path, modified],
    queryFn: async ({ signal }) => {
      await call('HEAD', rawUrl(path, { inline: true }), { signal });
      return true;
    },
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
