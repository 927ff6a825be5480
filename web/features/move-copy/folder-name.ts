import type { TFunction } from 'i18next';

/** What a folder is called; `folder` is its path without a slash at the end, '' for the home. */
export function folderName(t: TFunction, folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1) || t('shell.myFiles');
}
