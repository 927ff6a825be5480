import { Trash2 } from 'lucide-react';
import type { UserAction } from './action.ts';

export const deleteEntries: UserAction = {
  id: 'delete',
  label: 'actions.delete',
  icon: Trash2,
  shortcut: 'Delete',
  needs: 'delete',
  isDangerous: true,
  isOffered: ({ selection }) => selection.length > 0,
  run: ({ folder, selection, dialogs }) =>
    dialogs.open({ kind: 'delete', folder, entries: selection }),
};
