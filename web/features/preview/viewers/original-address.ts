import { rawUrl } from '#contract/files.ts';
import { callAddress } from '../../../api/http.ts';

/**
 * A file's own bytes, to be shown by the browser itself; the cookie says who asks. After a change of the file the
 * address is another one, so that nothing old is taken from the browser's cache.
 */
export function originalAddress(path: string, modified: string): string {
  return `${callAddress(rawUrl(path, { inline: true }))}&key=${encodeURIComponent(modified)}`;
}
