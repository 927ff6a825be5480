import { FolderDown } from 'lucide-react';
import type { UserAction } from './action.ts';

/** Downloads the displayed folder. */
export const downloadFolder: UserAction = {
  id: 'download-folder',
  label: 'actions.downloadFolder',
  icon: FolderDown,
  shortcut: 'Ctrl+S',
  needs: 'download',
  isOffered: ({ selection }) => selection.length === 0,
  run: ({ folder, here, dialogs }) => dialogs.open({ kind: 'download', folder, entries: [here] }),
};
