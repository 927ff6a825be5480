import { FilePlus } from 'lucide-react';
import type { UserAction } from './action.ts';

export const newFile: UserAction = {
  id: 'new-file',
  label: 'actions.newFile',
  icon: FilePlus,
  needs: 'create',
  isOffered: () => true,
  run: ({ folder, dialogs }) => dialogs.open({ kind: 'new-file', folder }),
};
