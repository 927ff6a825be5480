import { CornerLeftUp } from 'lucide-react';
import type { UserAction } from './action.ts';

export const goUp: UserAction = {
  id: 'go-up',
  label: 'actions.goUp',
  icon: CornerLeftUp,
  shortcut: 'Backspace',
  needs: undefined,
  isOffered: ({ folder }) => folder !== '',
  run: ({ folder, openFolder }) => openFolder(folder.slice(0, folder.lastIndexOf('/'))),
};
