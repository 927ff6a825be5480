import { type Entry, rawUrl } from '#contract/files.ts';
import { Download } from 'lucide-react';
import { callAddress } from '../api/http.ts';
import type { UserAction } from './action.ts';

export const download: UserAction = {
  id: 'download',
  label: 'actions.download',
  icon: Download,
  shortcut: 'Ctrl+S',
  needs: 'download',
  // The number of selected entries is shown beside the buttons.
  count: ({ selection }) => {
    const { length } = selection.filter(isWhole);
    return length === selection.length ? undefined : length;
  },
  isOffered: ({ selection }) => selection.some(isWhole),
  run({ folder, selection, dialogs }) {
    const entries = selection.filter(isWhole);
    const [first, ...others] = entries;
    if (first && others.length === 0 && isDownloadedAsFile(first)) downloadFile(first.path);
    else dialogs.open({ kind: 'download', folder, entries });
  },
};

/** Broken symlinks have no content to download. */
function isWhole({ type }: Entry): boolean {
  return type !== 'invalid_link';
}

/** Returns true for entries that are downloaded directly instead of as an archive. */
export function isDownloadedAsFile(entry: Entry): boolean {
  return !entry.isDir && isWhole(entry);
}

export function downloadFile(path: string): void {
  downloadFrom(rawUrl(path));
}

/** Starts a browser download of a URL. The session cookie authenticates the request. */
export function downloadFrom(url: string): void {
  const link = document.createElement('a');
  link.href = callAddress(url);
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
