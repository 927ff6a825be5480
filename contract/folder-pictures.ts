import { z } from 'zod';
import { encodePath } from './paths.ts';

/** Image or video in a folder. Its preview becomes a part of the folder's thumbnail. */
export const FolderPicture = z.object({
  path: z.string(),
  type: z.enum(['image', 'video']),
  modified: z.string(),
});
export type FolderPicture = Readonly<z.infer<typeof FolderPicture>>;

/** Maximum number of pictures in the thumbnail of a folder. */
export const MAX_FOLDER_PICTURES = 4;

/** Reply of GET /api/pictures: the first images and videos directly in a folder, by name; if it has none, those of one of its first subfolders. */
export const FolderPictures = z.array(FolderPicture).max(MAX_FOLDER_PICTURES);

export function folderPicturesUrl(path: string): string {
  return `/api/pictures${encodePath(path)}`;
}
