import { Info } from 'lucide-react';
import type { UserAction } from './action.ts';

/** About what is selected, or about the folder that is shown. */
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
