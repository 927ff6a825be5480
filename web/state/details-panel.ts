import { createStore } from 'zustand/vanilla';
import { readStored, writeStored } from '../lib/browser-storage.ts';

const KEY = 'details-panel';

/** True while the details panel beside the listing is open. Kept in this browser. */
export const detailsPanel = createStore<{ readonly isOpen: boolean }>(() => ({
  isOpen: readStored(KEY) === 'true',
}));

/** Element that had the focus before the panel opened. */
let opener: Element | null = null;

/** Opens or closes the panel. Closing returns the focus from the panel to where it was. */
export function toggleDetails(): void {
  const isOpen = !detailsPanel.getState().isOpen;
  if (isOpen) opener = document.activeElement;
  else if (document.activeElement?.closest('[data-part="details"]')) focusOpener();
  detailsPanel.setState({ isOpen });
  writeStored(KEY, String(isOpen));
}

function focusOpener(): void {
  const row = document.querySelector('[role="grid"] [tabindex="0"]');
  const target = opener?.isConnected === true ? opener : row;
  if (target instanceof HTMLElement) target.focus();
}
