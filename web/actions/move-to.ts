import { FolderInput } from 'lucide-react';
import type { UserAction } from './action.ts';

export const moveTo: UserAction = {
  id: 'move',
  label: 'actions.moveTo',
  icon: FolderInput,
  needs: 'rename',
  isOffered: ({ selection }) => selection.length > 0,
  run: ({ folder, selection: entries, dialogs, transfers }) =>
    dialogs.open({
      kind: 'transfer',
      operation: 'move',
      folder,
      entries,
      choose: (to) => transfers.start({ kind: 'move', entries, to, targetIs: 'picked' }),
    }),
};
