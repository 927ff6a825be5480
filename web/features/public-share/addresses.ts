import type { Entry } from '#contract/files.ts';
import type { PreviewSize } from '#contract/previews.ts';
import { type PublicDownload, publicDownloadUrl, publicPreviewUrl } from '#contract/shares.ts';
import type { OpenShare } from './open-share.ts';

/** Identifies a file in a share. A shared file itself has no path. */
export type SharedFile = Pick<Entry, 'path' | 'name'>;

/** Returns the address of the bytes of a file without the base path. It ends with the file name. */
export function bytesUrl(
  { hash, token }: Pick<OpenShare, 'hash' | 'token'>,
  file: SharedFile,
  { inline = false }: Pick<PublicDownload, 'inline'> = {},
): string {
  return publicDownloadUrl(hash, pathInShare(file), { inline, token });
}

/** Returns the address of a preview of a picture or video. */
export function pictureUrl(
  { hash, token }: Pick<OpenShare, 'hash' | 'token'>,
  file: SharedFile & Pick<Entry, 'modified'>,
  size: PreviewSize,
): string {
  return publicPreviewUrl(hash, pathInShare(file), { size, version: file.modified, token });
}

/** In a share of a file, every path means that file. */
function pathInShare({ path, name }: SharedFile): string {
  return path === '' ? `/${name}` : path;
}
