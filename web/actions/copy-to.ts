import { Copy } from 'lucide-react';
import type { UserAction } from './action.ts';

export const copyTo: UserAction = {
  id: 'copy',
  label: 'actions.copyTo',
  icon: Copy,
  needs: 'create',
  isOffered: ({ selection }) => selection.length > 0,
  run: ({ folder, selection: entries, dialogs, transfers }) =>
    dialogs.open({
      kind: 'transfer',
      operation: 'copy',
      folder,
      entries,
      choose: (to) => transfers.start({ kind: 'copy', entries, to, targetIs: 'picked' }),
    }),
};
