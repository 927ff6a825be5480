import { FolderOpen } from 'lucide-react';
import type { UserAction } from './action.ts';

export const openFolder: UserAction = {
  id: 'open-folder',
  label: 'actions.open',
  icon: FolderOpen,
  shortcut: 'Enter',
  needs: undefined,
  isOffered: ({ selection: [first, ...others] }) => first?.isDir === true && others.length === 0,
  run: ({ selection: [folder], open }) => {
    if (folder) open(folder);
  },
};
