import { FolderPlus } from 'lucide-react';
import type { NewItemAction } from './action.ts';

export const newFolder: NewItemAction = {
  id: 'new-folder',
  label: 'actions.newFolder',
  icon: FolderPlus,
  needs: 'create',
  isOffered: () => true,
  run: ({ folder, dialogs }) => dialogs.open({ kind: 'new-folder', folder }),
};
