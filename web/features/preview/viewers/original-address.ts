import { rawUrl } from '#contract/files.ts';
import { callAddress } from '../../../api/http.ts';

/**
 * Returns the address of a file's bytes for display by the browser. The session cookie authenticates. The address
 * changes with the file, so that the browser's cache is not outdated.
 */
export function originalAddress(path: string, modified: string): string {
  return `${callAddress(rawUrl(path, { inline: true }))}&key=${encodeURIComponent(modified)}`;
}
