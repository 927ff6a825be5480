import { Info } from 'lucide-react';
import type { UserAction } from './action.ts';

/** Shows the details of the selection, or of the displayed folder: in the panel beside them, or in a dialog. */
export const info: UserAction = {
  id: 'info',
  label: 'actions.info',
  icon: Info,
  shortcut: 'Alt+Enter',
  needs: undefined,
  isOffered: () => true,
  isOn: ({ details }) => details?.isOpen,
  run: ({ selection, here, dialogs, details }) => {
    if (details) details.toggle();
    else dialogs.open({ kind: 'info', entries: selection.length > 0 ? selection : [here] });
  },
};
