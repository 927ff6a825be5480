import { z } from 'zod';
import { encodePath } from './paths.ts';

/** Contents that a file had before an upload, a save, a copy, a move or a restore replaced them. */
export const FileVersion = z.object({
  id: z.int(),
  /** Bytes. */
  size: z.int(),
  /** Modification time of these contents. The time of the replacement if it is not known. Unix milliseconds. */
  modifiedAt: z.int(),
  /** Time at which they were replaced. Unix milliseconds. */
  replacedAt: z.int(),
  /** Name that the user who replaced them had at that time; '' if it is not known. */
  replacedBy: z.string(),
  /**
   * Time at which the server deletes them. It deletes them earlier if the file has too many versions or the trash is full. Unix
   * milliseconds.
   */
  expiresAt: z.int(),
});
export type FileVersion = z.infer<typeof FileVersion>;

/** Reply of GET /api/versions. */
export const FileVersions = z.object({
  /** Newest first. */
  items: z.array(FileVersion),
  /** False where replaced contents are not kept, on the whole server or in the folder of the file. Existing versions stay. */
  isOn: z.boolean(),
  /** Maximum number of versions of a file. */
  most: z.int(),
  /** Time after which versions are deleted. Milliseconds. */
  keptMs: z.int(),
});
export type FileVersions = z.infer<typeof FileVersions>;

/** GET returns the `FileVersions` of a file that the user may download: 400 for a folder, 403 or 404 as for the file itself. */
export function versionsUrl(path: string): string {
  return `/api/versions${encodePath(path)}`;
}

/**
 * Address of a version. DELETE deletes it: 204; the user needs the permission to delete the file. POST to `…/restore` replaces the file by it, and
 * the replaced contents become a version: 204; the user needs the permission to modify the file.
 */
export function versionUrl(id: number): string {
  return `/api/version/${id}`;
}

export function restoreVersionUrl(id: number): string {
  return `${versionUrl(id)}/restore`;
}

/** GET downloads a version, like `rawUrl`. */
export function versionRawUrl(
  id: number,
  { inline }: { readonly inline: boolean } = { inline: false },
): string {
  return `${versionUrl(id)}/raw/${inline ? '?inline=true' : ''}`;
}

/** GET returns the `FileInfo` of a version, like `resourceUrl`. */
export function versionResourceUrl(id: number): string {
  return `${versionUrl(id)}/resources/`;
}

/** GET returns a preview of a version, like `previewUrl`. */
export function versionPreviewUrl(id: number, size: 'thumb' | 'big'): string {
  return `${versionUrl(id)}/preview/${size}/`;
}
