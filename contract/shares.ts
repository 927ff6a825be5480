import { z } from 'zod';
import type { ArchiveFormat } from './archives.ts';
import { FileInfo, Folder } from './files.ts';
import { encodePath } from './paths.ts';
import type { PreviewSize } from './previews.ts';

/** Request header with the percent-encoded password of a share; '' for a share without one. */
export const SHARE_PASSWORD_HEADER = 'X-SHARE-PASSWORD';

export const SHARE_UNITS = ['seconds', 'minutes', 'hours', 'days'] as const;
export type ShareUnit = (typeof SHARE_UNITS)[number];
/** Maximum of `expires`, in any unit. */
export const MAX_SHARE_DURATION = 2_147_483_647;

/** Body of POST /api/share{path}. The server also accepts a number as `expires`. */
export interface NewShare {
  readonly password?: string;
  /** Whole number of units from now. '', '0' or an absent value: the share never expires. */
  readonly expires?: string;
  /** Default: hours. */
  readonly unit?: ShareUnit;
}

/**
 * State of the shared item. `gone`: the item does not exist any more. `replaced`: another item has its name, and the owner must
 * confirm that the share means it. `refused`: the owner is no longer allowed to share the item.
 */
export const ShareState = z.enum(['live', 'gone', 'replaced', 'refused']);
export type ShareState = z.infer<typeof ShareState>;

/** A share as its owner and administrators see it. File Browser 2 has the first five fields. */
export const Share = z.object({
  hash: z.string(),
  /**
   * Path from the owner's scope, or only the name if the item is outside of it now, with a trailing slash if the share was created with
   * one. `isDir` says whether it is a folder.
   */
  path: z.string(),
  userID: z.int(),
  /** Time of expiry in Unix seconds; 0: never. */
  expire: z.int().nonnegative(),
  hasPassword: z.boolean(),
  /** Name of the owner. Present for administrators only. */
  username: z.string().optional(),
  state: ShareState,
  isDir: z.boolean(),
  /** RFC 3339. */
  created: z.string(),
  /** Number of visits, and number of complete or partial downloads. */
  opened: z.int().nonnegative(),
  downloaded: z.int().nonnegative(),
  /** RFC 3339; absent if the share was never used. Wrong passwords do not count. */
  lastUsed: z.string().optional(),
});
export type Share = z.infer<typeof Share>;

/** Actions of share visitors. `viewed`: content shown inline; `downloaded`: content sent as an attachment. */
export const ShareUseKind = z.enum(['opened', 'viewed', 'downloaded', 'wrong-password']);
export type ShareUseKind = z.infer<typeof ShareUseKind>;

export const ShareUse = z.object({
  id: z.int(),
  kind: ShareUseKind,
  /** RFC 3339. */
  time: z.string(),
  /** IP address of the visitor. */
  address: z.string(),
  /** Path below the shared item; '/' for the item itself, '' for an archive of several items. */
  path: z.string(),
  /** Number of bytes sent. */
  bytes: z.int().nonnegative(),
  /** False if the download was cut off. */
  whole: z.boolean(),
});
export type ShareUse = z.infer<typeof ShareUse>;

/** Reply of GET /api/links/{hash}/uses, newest first. */
export const ShareUses = z.object({
  uses: z.array(ShareUse),
  /** True if older uses exist; request them with `before` and the last id. */
  more: z.boolean(),
});
export type ShareUses = z.infer<typeof ShareUses>;

export const SHARES_URL = '/api/shares';
/** Lists only the shares of the user, also for administrators. */
export const OWN_SHARES_URL = `${SHARES_URL}?own=true`;
/**
 * Columns that pages of shares can be sorted by (`sort` of PageQuery). The first is the default. Sorted by `expire`, the shares that expire
 * soonest come first and permanent ones last; with a minus sign, permanent ones come first.
 */
export const SHARE_COLUMNS = ['expire', 'path', 'owner', 'used'] as const;
export type ShareColumn = (typeof SHARE_COLUMNS)[number];

/** Address of the shares of an item: GET lists them, POST creates one. The path of a folder ends with a slash. */
export function sharesOfUrl(path: string): string {
  return `/api/share${encodePath(path)}`;
}

/** Address of a share: DELETE removes it. */
export function shareUrl(hash: string): string {
  return `/api/share/${encodeURIComponent(hash)}`;
}

export function shareUsesUrl(hash: string, before?: number): string {
  const query = before === undefined ? '' : `?before=${before}`;
  return `/api/links/${encodeURIComponent(hash)}/uses${query}`;
}

/** Address of a share for PATCH, whose body is a `NewShare`: absent fields stay, a password of '' removes the password. */
export function changeShareUrl(hash: string): string {
  return `/api/links/${encodeURIComponent(hash)}`;
}

/** POST makes a share in the state `replaced` lead to the item that now has the name. Returns the updated share. */
export function adoptShareUrl(hash: string): string {
  return `/api/links/${encodeURIComponent(hash)}/adopt`;
}

/** Share token, for shares with a password. For twelve hours it replaces the password in addresses, where no header can be sent. */
const token = z.string().optional();

/** A shared file as visitors see it. Paths start at the shared item; '' is the shared file itself. */
export const PublicFile = FileInfo.extend({ token });
export type PublicFile = z.infer<typeof PublicFile>;
export const PublicFolder = Folder.extend({ token });
export type PublicFolder = z.infer<typeof PublicFolder>;
export type PublicResource = PublicFile | PublicFolder;

/** Address of the public description of an item in a share. `path` is '/' for the shared item itself. */
export function publicShareUrl(hash: string, path: string): string {
  return `/api/public/share/${encodeURIComponent(hash)}${encodePath(path)}`;
}

export interface PublicDownload {
  readonly inline?: boolean;
  readonly token?: string | undefined;
}

/** Address of a public download: a file, or a folder as a zip archive. */
export function publicDownloadUrl(
  hash: string,
  path: string,
  { inline = false, token }: PublicDownload = {},
): string {
  const address = `/api/public/dl/${encodeURIComponent(hash)}${encodePath(path)}`;
  return withQuery(address, { ...(inline && { inline: 'true' }), ...(token && { token }) });
}

/** Address of an archive with the named entries of a folder, or with the whole folder if `names` is empty. */
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
  /** Names of entries in the folder. */
  readonly names: readonly string[];
  readonly format: ArchiveFormat;
  readonly token?: string | undefined;
}

/** POST stores a selection that is too long for an address, as with `SELECTIONS_URL`. The returned id is used in `selection=`. */
export function publicSelectionsUrl(hash: string): string {
  return `/api/public/selections/${encodeURIComponent(hash)}`;
}

/** Address of a preview of an image or video. `version` is the time of modification, so that browsers can cache the preview. */
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

/** Path of the public page of a share, optionally of an item in it. Without the host. */
export function sharePageUrl(hash: string, path = ''): string {
  return `/share/${encodeURIComponent(hash)}${encodePath(path)}`;
}

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? address : `${address}?${text}`;
}
