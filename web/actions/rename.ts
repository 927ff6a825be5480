import { PenLine } from 'lucide-react';
import type { UserAction } from './action.ts';

export const rename: UserAction = {
  id: 'rename',
  label: 'actions.rename',
  icon: PenLine,
  shortcut: 'F2',
  needs: 'rename',
  isOffered: ({ selection }) => selection.length === 1,
  run({ folder, selection: [entry], dialogs }) {
    if (entry) dialogs.open({ kind: 'rename', folder, entry });
  },
};
