import { z } from 'zod';
import type { ArchiveFormat } from './archives.ts';
import { FileInfo, Folder } from './files.ts';
import { encodePath } from './paths.ts';
import type { PreviewSize } from './previews.ts';

/** Carries the password of a link, percent-encoded, on every public call; '' where there is none. */
export const SHARE_PASSWORD_HEADER = 'X-SHARE-PASSWORD';

export const SHARE_UNITS = ['seconds', 'minutes', 'hours', 'days'] as const;
export type ShareUnit = (typeof SHARE_UNITS)[number];
export const MAX_SHARE_DURATION = 2_147_483_647;

/** POST /api/share{path}. The wire's `expires` is a string; a number is understood too. */
export interface NewShare {
  readonly password?: string;
  /** A whole number of units from now; '', '0' or nothing at all never ends. */
  readonly expires?: string;
  /** Hours when nothing is said. */
  readonly unit?: ShareUnit;
}

/**
 * What has become of a link's item. `gone`: nothing is there. `replaced`: something else is there by the same name, and
 * whoever owns the link has to say that it is meant. `refused`: its owner may not share it any more.
 */
export const ShareState = z.enum(['live', 'gone', 'replaced', 'refused']);
export type ShareState = z.infer<typeof ShareState>;

/** A link, as its owner and administrators see it. The first five are the predecessor's. */
export const Share = z.object({
  hash: z.string(),
  /** As its owner sees it, with a slash at the end for a folder. */
  path: z.string(),
  userID: z.int(),
  /** Unix seconds; 0 never ends. */
  expire: z.int().nonnegative(),
  hasPassword: z.boolean(),
  /** Of its owner: told to administrators only. */
  username: z.string().optional(),
  state: ShareState,
  isDir: z.boolean(),
  /** RFC 3339. */
  created: z.string(),
  /** How often somebody has come by it, and how often something was downloaded in full or in part. */
  opened: z.int().nonnegative(),
  downloaded: z.int().nonnegative(),
  /** RFC 3339; not there when nobody has used it yet. */
  lastUsed: z.string().optional(),
});
export type Share = z.infer<typeof Share>;

/** What visitors of a link have done. `viewed`: bytes that a page showed; `downloaded`: bytes that were to be kept. */
export const ShareUseKind = z.enum(['opened', 'viewed', 'downloaded', 'wrong-password']);
export type ShareUseKind = z.infer<typeof ShareUseKind>;

export const ShareUse = z.object({
  id: z.int(),
  kind: ShareUseKind,
  /** RFC 3339. */
  time: z.string(),
  /** Of the visitor. */
  address: z.string(),
  /** Below the link's item; '/' the item itself, '' where several were downloaded together. */
  path: z.string(),
  /** Sent; 0 where nothing is. */
  bytes: z.int().nonnegative(),
  /** False for a download that was cut. */
  whole: z.boolean(),
});
export type ShareUse = z.infer<typeof ShareUse>;

/** GET /api/links/{hash}/uses: the newest first. */
export const ShareUses = z.object({
  uses: z.array(ShareUse),
  /** There are older ones: ask with `before` and the last id. */
  more: z.boolean(),
});
export type ShareUses = z.infer<typeof ShareUses>;

export const SHARES_URL = '/api/shares';
/** Columns that pages of shares can be sorted by (`sort` of PageQuery). The first is the default; permanent shares come before all others in it. */
export const SHARE_COLUMNS = ['expire', 'path', 'owner', 'used'] as const;
export type ShareColumn = (typeof SHARE_COLUMNS)[number];

/** GET the links of an item, POST a new one. A folder's path ends in a slash. */
export function sharesOfUrl(path: string): string {
  return `/api/share${encodePath(path)}`;
}

/** DELETE it. */
export function shareUrl(hash: string): string {
  return `/api/share/${encodeURIComponent(hash)}`;
}

export function shareUsesUrl(hash: string, before?: number): string {
  const query = before === undefined ? '' : `?before=${before}`;
  return `/api/links/${encodeURIComponent(hash)}/uses${query}`;
}

/** POST: what is there now by the name of a replaced item is what is meant. Answers the link as it is then. */
export function adoptShareUrl(hash: string): string {
  return `/api/links/${encodeURIComponent(hash)}/adopt`;
}

/** Of a link with a password: stands for the password in addresses, for some hours. */
const token = z.string().optional();

/** What a visitor is told of a link's item: paths count from it, '' being a file that is shared by itself. */
export const PublicFile = FileInfo.extend({ token });
export type PublicFile = z.infer<typeof PublicFile>;
export const PublicFolder = Folder.extend({ token });
export type PublicFolder = z.infer<typeof PublicFolder>;
export type PublicResource = PublicFile | PublicFolder;

/** GET what a link leads to. `path` is '/' for the item itself. */
export function publicShareUrl(hash: string, path: string): string {
  return `/api/public/share/${encodeURIComponent(hash)}${encodePath(path)}`;
}

export interface PublicDownload {
  readonly inline?: boolean;
  readonly token?: string | undefined;
}

/** A file, or a folder as a zip. */
export function publicDownloadUrl(
  hash: string,
  path: string,
  { inline = false, token }: PublicDownload = {},
): string {
  const address = `/api/public/dl/${encodeURIComponent(hash)}${encodePath(path)}`;
  return withQuery(address, { ...(inline && { inline: 'true' }), ...(token && { token }) });
}

/** Some of what is in a folder, or all of it when `names` is empty, as an archive. */
export function publicArchiveUrl(
  hash: string,
  folder: string,
  { names, format, token }: PublicArchive,
): string {
  const address = `/api/public/dl/${encodeURIComponent(hash)}${encodePath(folder)}`;
  // Each name is encoded once by itself, then again with the whole list (compatibility.md 5.1).
  const files = names.map(encodeURIComponent).join(',');
  return withQuery(address, {
    ...(files !== '' && { files }),
    algo: format,
    ...(token && { token }),
  });
}

export interface PublicArchive {
  /** Of entries in the folder. */
  readonly names: readonly string[];
  readonly format: ArchiveFormat;
  readonly token?: string | undefined;
}

/** POST names that are too many for an address, one JSON text as for `SELECTIONS_URL`; the answer's id goes into `selection=`. */
export function publicSelectionsUrl(hash: string): string {
  return `/api/public/selections/${encodeURIComponent(hash)}`;
}

/** A smaller picture of a picture or a video; `version` is its modification time, so that browsers may keep it. */
export function publicPreviewUrl(
  hash: string,
  path: string,
  { size, version, token }: PublicPreview,
): string {
  const address = `/api/public/preview/${size}/${encodeURIComponent(hash)}${encodePath(path)}`;
  return withQuery(address, { inline: 'true', key: version, ...(token && { token }) });
}

export interface PublicPreview {
  readonly size: PreviewSize;
  readonly version: string;
  readonly token?: string | undefined;
}

/** The page that a link opens, and the place below it. Without the host. */
export function sharePageUrl(hash: string, path = ''): string {
  return `/share/${encodeURIComponent(hash)}${encodePath(path)}`;
}

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? address : `${address}?${text}`;
}
