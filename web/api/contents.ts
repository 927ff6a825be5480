import { type FileInfo, rawUrl } from '#contract/files.ts';
import { queryOptions } from '@tanstack/react-query';
import { firstBytes } from '../lib/first-bytes.ts';
import { call } from './http.ts';

/** What has been read is kept a moment for who goes back and forth, not longer: it may be large. */
const KEPT_MS = 30_000;

/** The first bytes of a file, at most so many; asked for again only when the file has changed. */
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

/** Throws ApiError. A file that has grown meanwhile is cut all the same. */
export async function readContents(
  { path, size }: Pick<FileInfo, 'path' | 'size'>,
  mostBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  // Nothing has no first byte that could be asked for.
  if (size === 0) return new Uint8Array();
  const headers = size > mostBytes ? { range: `bytes=0-${mostBytes - 1}` } : {};
  const response = await call('GET', rawUrl(path, { inline: true }), { headers, signal });
  return firstBytes(response, Math.min(mostBytes, size));
}

/** Whether a file can be had at all, before it is left to a part of the browser that tells nobody. Throws ApiError. */
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
