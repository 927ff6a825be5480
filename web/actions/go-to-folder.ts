import { FolderSearch } from 'lucide-react';
import { awaitEntry } from '../state/listing-position.ts';
import { folderHolding } from '../state/transfer-plan.ts';
import type { UserAction } from './action.ts';

/** Shows an entry that was found elsewhere among its neighbours. */
export const goToFolder: UserAction = {
  id: 'go-to-folder',
  label: 'actions.goToFolder',
  icon: FolderSearch,
  shortcut: 'Ctrl+Enter',
  needs: undefined,
  isOffered: ({ selection }) => selection.length === 1,
  run({ selection: [entry], openFolder }) {
    if (!entry) return;
    awaitEntry(entry.path);
    openFolder(folderHolding(entry));
  },
};
