import type { Entry } from '#contract/files.ts';
import { previewUrl } from '#contract/previews.ts';
import { callAddress } from '../api/http.ts';
import { pageConfig } from '../api/page-config.ts';
import { useUser } from './use-session.ts';

/** Returns a function that returns the address of the thumbnail of an item; undefined for an item that has none. */
export function useThumbnails(): (
  item: Pick<Entry, 'path' | 'modified' | 'type'>,
) => string | undefined {
  const mayDownload = useUser()?.perm.download ?? false;
  return ({ path, modified, type }) =>
    (type === 'image' || type === 'video') && mayDownload && pageConfig().EnableThumbs
      ? callAddress(previewUrl('thumb', path, modified))
      : undefined;
}
