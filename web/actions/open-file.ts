import { Eye } from 'lucide-react';
import type { UserAction } from './action.ts';

export const openFile: UserAction = {
  id: 'open-file',
  label: 'actions.open',
  icon: Eye,
  shortcut: 'Enter',
  needs: undefined,
  isOffered: ({ selection: [first, ...others] }) =>
    first !== undefined && !first.isDir && first.type !== 'invalid_link' && others.length === 0,
  run: ({ selection: [file], open }) => {
    if (file) open(file);
  },
};
