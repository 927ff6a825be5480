import type { TFunction } from 'i18next';

/** Returns the display name of a folder, given its path without a trailing slash; '' is the home folder. */
export function folderName(t: TFunction, folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1) || t('shell.myFiles');
}
