import { type ExistingItem, type ExistingItems, existingUrl } from '#contract/existing.ts';
import type { Folder } from '#contract/files.ts';
import type { QueryClient } from '@tanstack/react-query';
import { folderQuery, LARGE_FOLDER_FRESH_MS, SMALL_FOLDER, withSlashAtEnd } from './files.ts';
import { asJson } from './as-json.ts';
import { callJson } from './http.ts';

/**
 * Returns which of the paths below a folder are taken. One call takes at most `MAX_EXISTING_PATHS` paths, and a body of at
 * most `MAX_EXISTING_BODY_BYTES`.
 */
export async function existingItems(
  folder: string,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<readonly ExistingItem[]> {
  const url = existingUrl(withSlashAtEnd(folder));
  const init: RequestInit = { ...asJson({ paths }), ...(signal && { signal }) };
  return (await callJson<ExistingItems>('POST', url, init)).items;
}

/**
 * Returns the entries of a folder before something is put into it. Small folders are read again; a recent listing of a
 * large one is used as it is, because the server refuses names that were taken meanwhile.
 */
export async function entriesNow(queries: QueryClient, path: string): Promise<Folder['items']> {
  const query = folderQuery(path);
  const isLarge = (queries.getQueryData(query.queryKey)?.items.length ?? 0) > SMALL_FOLDER;
  const staleTime = isLarge ? LARGE_FOLDER_FRESH_MS : 0;
  return (await queries.fetchQuery({ ...query, staleTime })).items;
}
