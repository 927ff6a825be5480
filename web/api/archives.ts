import {
  type ArchiveFormat,
  folderArchiveUrl,
  SELECTIONS_URL,
  type Selection,
  selectionArchiveUrl,
  type SelectionReply,
} from '#contract/archives.ts';
import type { Entry } from '#contract/files.ts';
import { callJson } from './http.ts';

/** Proxies and servers refuse addresses much longer than this. */
const MOST_IN_ADDRESS = 2_000;

/**
 * The address of an archive of entries anywhere below `folder`, or of a single folder. Names that are too many for an address are
 * left with the server first, which costs a call.
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
  const url = `${folderArchiveUrl(selection.folder, format)}&files=${listOf(selection.names)}`;
  if (url.length <= MOST_IN_ADDRESS) return url;
  const { id } = await callJson<SelectionReply>('POST', SELECTIONS_URL, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(selection),
  });
  return selectionArchiveUrl(selection.folder, id, format);
}

/** The server splits the list at its commas before it decodes each name once more. */
function listOf(names: readonly string[]): string {
  return encodeURIComponent(names.map(encodeURIComponent).join(','));
}
