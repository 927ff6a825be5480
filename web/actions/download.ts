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
  isOffered: ({ selection: [first, ...others] }) =>
    first !== undefined && isDownloadable(first) && others.length === 0,
  run: ({ selection: [entry] }) => {
    if (entry) downloadFile(entry.path);
  },
};

export function isDownloadable(entry: Entry): boolean {
  return !entry.isDir && entry.type !== 'invalid_link';
}

/** Hands the file to the browser's own downloads; the cookie says who asks, so no byte passes through the page. */
export function downloadFile(path: string): void {
  const link = document.createElement('a');
  link.href = callAddress(rawUrl(path));
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
