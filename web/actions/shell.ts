import { SquareTerminal } from 'lucide-react';
import { mayRunCommands } from '../state/terminal-opening.ts';
import type { UserAction } from './action.ts';

/** Opens or closes the terminal panel. */
export const shell: UserAction = {
  id: 'shell',
  label: 'actions.shell',
  icon: SquareTerminal,
  shortcut: 'F4',
  needs: 'execute',
  isOn: ({ terminal }) => terminal.isOpen,
  isBusy: ({ terminal }) => terminal.isRunning,
  isOffered: ({ permissions }) => mayRunCommands(permissions),
  run: ({ terminal }) => terminal.toggle(),
};
