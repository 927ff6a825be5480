import { FilePlus } from 'lucide-react';
import type { NewItemAction } from './action.ts';

export const newFile: NewItemAction = {
  id: 'new-file',
  label: 'actions.newFile',
  icon: FilePlus,
  needs: 'create',
  isOffered: () => true,
  run: ({ folder, dialogs }) => dialogs.open({ kind: 'new-file', folder }),
};
