import type { Entry } from '#contract/files.ts';
import type { PreviewSize } from '#contract/previews.ts';
import { type PublicDownload, publicDownloadUrl, publicPreviewUrl } from '#contract/shares.ts';
import type { OpenLink } from './open-link.ts';

/** What names a file behind a link. A file that is shared by itself has no path. */
export type LinkedFile = Pick<Entry, 'path' | 'name'>;

/** The address of a file's bytes, without the base path; it ends in the file's name. */
export function bytesUrl(
  { hash, token }: Pick<OpenLink, 'hash' | 'token'>,
  file: LinkedFile,
  { inline = false }: Pick<PublicDownload, 'inline'> = {},
): string {
  return publicDownloadUrl(hash, placeOf(file), { inline, token });
}

/** A smaller picture of a picture or a film. */
export function pictureUrl(
  { hash, token }: Pick<OpenLink, 'hash' | 'token'>,
  file: LinkedFile & Pick<Entry, 'modified'>,
  size: PreviewSize,
): string {
  return publicPreviewUrl(hash, placeOf(file), { size, version: file.modified, token });
}

/** Below a link to a file every path means the file. */
function placeOf({ path, name }: LinkedFile): string {
  return path === '' ? `/${name}` : path;
}
