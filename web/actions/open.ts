import { FolderOpen } from 'lucide-react';
import type { UserAction } from './action.ts';

export const open: UserAction = {
  id: 'open',
  label: 'actions.open',
  icon: FolderOpen,
  shortcut: 'Enter',
  needs: undefined,
  isOffered: ({ selection: [first, ...others] }) =>
    first !== undefined && first.type !== 'invalid_link' && others.length === 0,
  run: ({ selection: [entry], open: show }) => {
    if (entry) show(entry);
  },
};
