import { FolderOutput } from 'lucide-react';
import type { UserAction } from './action.ts';

export const copyTo: UserAction = {
  id: 'copy',
  label: 'actions.copyTo',
  icon: FolderOutput,
  needs: 'create',
  isOffered: ({ selection }) => selection.length > 0,
  run: ({ folder, selection: entries, prompts, transfers }) =>
    prompts.open({
      kind: 'transfer',
      act: 'copy',
      folder,
      entries,
      choose: (to) => transfers.start({ kind: 'copy', entries, to }),
    }),
};
