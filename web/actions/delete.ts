import { Trash2 } from 'lucide-react';
import { pageConfig } from '../api/page-config.ts';
import { requestDeletion } from '../state/deletions.ts';
import type { UserAction } from './action.ts';

/** Moves the selection into the trash. Without a trash, deletes it after a question. */
export const deleteEntries: UserAction = {
  id: 'delete',
  label: 'actions.delete',
  icon: Trash2,
  shortcut: 'Delete',
  needs: 'delete',
  isDangerous: true,
  appearance: () => ({
    label: pageConfig().Trash ? 'actions.moveToTrash' : 'actions.delete',
    icon: Trash2,
  }),
  isOffered: ({ selection }) => selection.length > 0,
  run: ({ folder, selection }) =>
    requestDeletion({ folder, entries: selection, isPermanent: false }),
};

/** Deletes the selection for good after a question. It has a shortcut but no button, because the trash has one. */
export const deletePermanently: UserAction = {
  id: 'delete-permanently',
  label: 'actions.deletePermanently',
  icon: Trash2,
  shortcut: 'Shift+Delete',
  needs: 'delete',
  isDangerous: true,
  isOffered: ({ selection }) => selection.length > 0,
  run: ({ folder, selection }) =>
    requestDeletion({ folder, entries: selection, isPermanent: true }),
};
