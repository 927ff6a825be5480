import {
  adoptShareUrl,
  changeShareUrl,
  publicDownloadUrl,
  type NewShare,
  OWN_SHARES_URL,
  type Share,
  type ShareColumn,
  sharePageUrl,
  SHARES_URL,
  shareUrl,
  type ShareUses,
  sharesOfUrl,
  shareUsesUrl,
} from '#contract/shares.ts';
import { queryOptions } from '@tanstack/react-query';
import { asJson } from './as-json.ts';
import { call, callAddress, callJson } from './http.ts';
import { type ListOptions, pagesQuery } from './pages.ts';

/** Prefix of the keys of all share queries. Invalidating it reloads them all. */
export const SHARES_KEY = ['shares'] as const;

/** Pages of the user's shares, or of all shares with their owners for administrators. */
export const sharePagesQuery = (options: ListOptions<ShareColumn>) =>
  pagesQuery<Share, ShareColumn>([...SHARES_KEY, 'list'], SHARES_URL, options);

/** Pages of the user's own shares, also for administrators. */
export const ownSharePagesQuery = (options: ListOptions<ShareColumn>) =>
  pagesQuery<Share, ShareColumn>([...SHARES_KEY, 'own'], OWN_SHARES_URL, options);

/** An item as it is identified in requests about shares. */
export interface SharedItem {
  /** Path in the user's home; '' or '/' for the home itself. */
  readonly path: string;
  readonly isDir: boolean;
}

/** Shares of exactly one item. */
export const sharesOfQuery = (item: SharedItem) =>
  queryOptions({
    queryKey: [...SHARES_KEY, 'of', pathOfShared(item)],
    queryFn: ({ signal }) => callJson<Share[]>('GET', sharesOfUrl(pathOfShared(item)), { signal }),
  });

/**
 * Creates a share. Throws ApiError 403 without the permissions to share and download, 404 if the item does not exist.
 */
export function createShare(item: SharedItem, wanted: NewShare): Promise<Share> {
  return callJson<Share>('POST', sharesOfUrl(pathOfShared(item)), asJson(wanted));
}

/** Deletes a share. Throws ApiError 404 if it was deleted before. */
export async function deleteShare(hash: string): Promise<void> {
  await call('DELETE', shareUrl(hash));
}

/** Changes when a share ends, and its password. Absent fields stay; a password of '' removes it. */
export function changeShare(hash: string, wanted: NewShare): Promise<Share> {
  return callJson<Share>('PATCH', changeShareUrl(hash), asJson(wanted));
}

/** Points a share to the item that now has its path. Throws ApiError 404 if none exists. */
export function adoptShare(hash: string): Promise<Share> {
  return callJson<Share>('POST', adoptShareUrl(hash));
}

/** Uses of a share by visitors, newest first; with `before`, those older than that use. */
export const shareUsesQuery = (hash: string, before?: number) =>
  queryOptions({
    queryKey: ['share-uses', hash, before],
    queryFn: ({ signal }) => callJson<ShareUses>('GET', shareUsesUrl(hash, before), { signal }),
  });

/** Returns the absolute address of the page of a share. */
export function addressOfShare(hash: string): string {
  return location.origin + callAddress(sharePageUrl(hash));
}

/** Returns the absolute download address of a shared file; undefined for folders and password-protected shares. */
export function downloadAddressOf({ hash, path, isDir, hasPassword }: Share): string | undefined {
  if (isDir || hasPassword) return undefined;
  const name = path.slice(path.lastIndexOf('/'));
  return location.origin + callAddress(publicDownloadUrl(hash, name));
}

/** Returns the path of an item as in requests, where paths of folders end with a slash. */
function pathOfShared({ path, isDir }: SharedItem): string {
  const plain = path.endsWith('/') ? path.slice(0, -1) : path;
  return isDir ? `${plain}/` : plain;
}
