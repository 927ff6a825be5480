import {
  type ArchiveFormat,
  folderArchiveUrl,
  SELECTIONS_URL,
  type Selection,
  selectionArchiveUrl,
  type SelectionReply,
} from '#contract/archives.ts';
import type { Entry } from '#contract/files.ts';
import { asJson } from './as-json.ts';
import { callJson } from './http.ts';

/** Maximum length of an address in characters. Proxies reject much longer addresses. */
const MAX_ADDRESS_LENGTH = 2_000;

/**
 * Returns the address of an archive of entries, or of a single folder. Each entry must be below `folder` ('' for home). Sends names to the
 * server first if they do not fit in an address, and throws ApiError if that fails.
 */
export async function archiveUrl(
  folder: string,
  entries: readonly Entry[],
  format: ArchiveFormat,
): Promise<string> {
  const [only, ...others] = entries;
  if (only?.isDir === true && others.length === 0) {
    return folderArchiveUrl(only.path || '/', format);
  }
  const selection: Selection = {
    folder: folder || '/',
    names: entries.map(({ path }) => path.slice(folder.length + 1)),
  };
  const url = `${folderArchiveUrl(selection.folder, format)}&files=${encodedNames(selection.names)}`;
  if (url.length <= MAX_ADDRESS_LENGTH) return url;
  const { id } = await callJson<SelectionReply>('POST', SELECTIONS_URL, asJson(selection));
  return selectionArchiveUrl(selection.folder, id, format);
}

/** Encodes names twice, because the server splits the list at commas and then decodes each name again. */
function encodedNames(names: readonly string[]): string {
  return encodeURIComponent(names.map(encodeURIComponent).join(','));
}
