import type { UserPermissions } from '#contract/users.ts';
import { createStore } from 'zustand/vanilla';
import { pageConfig } from '../api/page-config.ts';

export interface TerminalOpening {
  /** Whether the shell panel is wanted; where nothing of files is shown, it waits. */
  readonly isOpen: boolean;
  /** A command is under way, whether the panel shows it or not. */
  readonly isRunning: boolean;
}

export const terminalOpening = createStore<TerminalOpening>(() => ({
  isOpen: false,
  isRunning: false,
}));

/** The operator has to have switched commands on, and they are not for everybody. */
export function mayRunCommands(permissions: UserPermissions | undefined): boolean {
  return pageConfig().EnableExec && permissions?.execute === true;
}

/** What had the focus when the panel was opened. */
let opener: Element | null = null;

export function toggleTerminal(): void {
  if (terminalOpening.getState().isOpen) return closeTerminal();
  opener = document.activeElement;
  return terminalOpening.setState({ isOpen: true });
}

/** What runs goes on, and the focus is again where it was. */
export function closeTerminal(): void {
  terminalOpening.setState({ isOpen: false });
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
}
