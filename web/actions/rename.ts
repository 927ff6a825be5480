import { PenLine } from 'lucide-react';
import type { UserAction } from './action.ts';

export const rename: UserAction = {
  id: 'rename',
  label: 'actions.rename',
  icon: PenLine,
  shortcut: 'F2',
  needs: 'rename',
  isOffered: ({ selection }) => selection.length === 1,
  run({ folder, selection: [entry], dialogs, renameInPlace }) {
    if (!entry) return;
    if (renameInPlace) renameInPlace(entry);
    else dialogs.open({ kind: 'rename', folder, entry });
  },
};
