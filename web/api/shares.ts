import {
  adoptShareUrl,
  publicDownloadUrl,
  type NewShare,
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
import { call, callAddress, callJson } from './http.ts';
import { type ListAsked, pagesQuery } from './pages.ts';

/** What all queries of links begin with: invalidating it asks for all of them anew. */
export const SHARES_KEY = ['shares'] as const;

/** The user's own shares, or all shares with their owners for administrators, page by page. */
export const sharePagesQuery = (asked: ListAsked<ShareColumn>) =>
  pagesQuery<Share, ShareColumn>([...SHARES_KEY, 'list'], SHARES_URL, asked);

/** An item as links know it. */
export interface SharedItem {
  /** From the user's home, '' or '/' for the home itself. */
  readonly path: string;
  readonly isDir: boolean;
}

/** The links to one item, and to nothing below it. */
export const sharesOfQuery = (item: SharedItem) =>
  queryOptions({
    queryKey: [...SHARES_KEY, 'of', pathOfShared(item)],
    queryFn: ({ signal }) => callJson<Share[]>('GET', sharesOfUrl(pathOfShared(item)), { signal }),
  });

/** Makes a link. Throws ApiError 403 without the permissions to share and download, 404 when the item is gone. */
export function createShare(item: SharedItem, wanted: NewShare): Promise<Share> {
  return callJson<Share>('POST', sharesOfUrl(pathOfShared(item)), {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(wanted),
  });
}

/** Ends a link. Throws ApiError 404 when it has ended before. */
export async function deleteShare(hash: string): Promise<void> {
  await call('DELETE', shareUrl(hash));
}

/** Lets a link lead to what has its item's name now. Throws ApiError 404 when nothing has it. */
export function adoptShare(hash: string): Promise<Share> {
  return callJson<Share>('POST', adoptShareUrl(hash));
}

/** What visitors have done with a link, the newest first; with `before`, what is older than that one. */
export const shareUsesQuery = (hash: string, before?: number) =>
  queryOptions({
    queryKey: ['share-uses', hash, before],
    queryFn: ({ signal }) => callJson<ShareUses>('GET', shareUsesUrl(hash, before), { signal }),
  });

/** The whole address of the page that a link opens, to be handed to others. */
export function addressOfShare(hash: string): string {
  return location.origin + callAddress(sharePageUrl(hash));
}

/** The whole address of a shared file's bytes; undefined for a folder, and where a password is asked for. */
export function downloadAddressOf({ hash, path, isDir, hasPassword }: Share): string | undefined {
  if (isDir || hasPassword) return undefined;
  const name = path.slice(path.lastIndexOf('/'));
  return location.origin + callAddress(publicDownloadUrl(hash, name));
}

/** The wire knows a folder by the slash at the end of its path. */
function pathOfShared({ path, isDir }: SharedItem): string {
  const plain = path.endsWith('/') ? path.slice(0, -1) : path;
  return isDir ? `${plain}/` : plain;
}
