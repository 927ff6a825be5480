import type { UserPermissions } from '#contract/users.ts';
import { createStore } from 'zustand/vanilla';
import { pageConfig } from '../api/page-config.ts';

export interface TerminalOpening {
  /** True while the terminal panel is open. It is hidden outside files. */
  readonly isOpen: boolean;
  /** True while a command runs, even if the panel is closed. */
  readonly isRunning: boolean;
}

export const terminalOpening = createStore<TerminalOpening>(() => ({
  isOpen: false,
  isRunning: false,
}));

/** Returns true if the operator enabled commands and the user has the permission. */
export function mayRunCommands(permissions: UserPermissions | undefined): boolean {
  return pageConfig().EnableExec && permissions?.execute === true;
}

/** Element that had the focus before the panel opened. */
let opener: Element | null = null;

export function toggleTerminal(): void {
  if (terminalOpening.getState().isOpen) return closeTerminal();
  opener = document.activeElement;
  return terminalOpening.setState({ isOpen: true });
}

/** Closes the panel and restores the focus. A running command continues. */
export function closeTerminal(): void {
  terminalOpening.setState({ isOpen: false });
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
}
