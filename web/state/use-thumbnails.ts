import type { Entry } from '#contract/files.ts';
import { previewUrl } from '#contract/previews.ts';
import { callAddress } from '../api/http.ts';
import { pageConfig } from '../api/page-config.ts';
import { useUser } from './use-session.ts';

/** Returns a function that returns the address of the thumbnail of an item; undefined for an item that has none. */
export function useThumbnails(): (
  item: Pick<Entry, 'path' | 'modified' | 'type'>,
) => string | undefined {
  const areShown = useThumbnailsShown();
  return ({ path, modified, type }) =>
    areShown && hasThumbnail(type) ? callAddress(previewUrl('thumb', path, modified)) : undefined;
}

/** Returns true if the user sees thumbnails. */
export function useThumbnailsShown(): boolean {
  const mayDownload = useUser()?.perm.download ?? false;
  return mayDownload && pageConfig().EnableThumbs;
}

/** Returns true for files that have thumbnails, by their type or kind. */
export function hasThumbnail(type: string): boolean {
  return type === 'image' || type === 'video';
}
