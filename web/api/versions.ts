import { GROUP_HEADER, UNDO_URL, type UndoOutcome } from '#contract/history.ts';
import {
  type FileVersions,
  restoreVersionUrl,
  versionRawUrl,
  versionsUrl,
  versionUrl,
} from '#contract/versions.ts';
import { queryOptions } from '@tanstack/react-query';
import { asJson } from './as-json.ts';
import { call, callJson } from './http.ts';

/** Prefix of the keys of all queries about versions. */
export const VERSIONS_KEY = ['versions'] as const;

/** Versions of a file. `modified` is the time of its present contents: a new time means a new version. */
export const versionsQuery = (path: string, modified: string) =>
  queryOptions({
    queryKey: [...VERSIONS_KEY, path, modified],
    queryFn: ({ signal }) => callJson<FileVersions>('GET', versionsUrl(path), { signal }),
    // While the file changes, its list stays, and so does an open menu in it.
    placeholderData: (before, query) => (query?.queryKey[1] === path ? before : undefined),
  });

/** Restores a version. `group` names the action, so that it can be undone. */
export async function restoreVersion(id: number, group: string): Promise<void> {
  await call('POST', restoreVersionUrl(id), { headers: { [GROUP_HEADER]: group } });
}

export async function deleteVersion(id: number): Promise<void> {
  await call('DELETE', versionUrl(id));
}

/** Undoes an action. Returns false if something has changed since, so that nothing was undone. */
export async function undoGroup(group: string): Promise<boolean> {
  const { results } = await callJson<UndoOutcome>('POST', UNDO_URL, asJson({ group }));
  return results.every(({ state }) => state === 'undone');
}

/** Returns all bytes of a version. */
export async function readVersionBytes(
  id: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const reply = await call('GET', versionRawUrl(id), { signal });
  return new Uint8Array(await reply.arrayBuffer());
}
