import { Info } from 'lucide-react';
import type { UserAction } from './action.ts';

/** Shows the properties of the selection, or of the displayed folder. */
export const info: UserAction = {
  id: 'info',
  label: 'actions.info',
  icon: Info,
  shortcut: 'Alt+Enter',
  needs: undefined,
  isOffered: () => true,
  run: ({ selection, here, dialogs }) =>
    dialogs.open({ kind: 'info', entries: selection.length > 0 ? selection : [here] }),
};
