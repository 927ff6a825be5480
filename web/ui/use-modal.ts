import { type RefObject, useEffect } from 'react';

/** Marks the control that has the focus first where it is not the first that could have it. */
const FOCUS_FIRST = 'data-focus-first';

/**
 * Shows a dialog above everything as long as it is mounted, then gives the focus back to where it was, unless
 * somebody has given it to something new.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const opened = dialog.current;
    const focusedBefore = document.activeElement;
    opened?.showModal();
    opened?.querySelector<HTMLElement>(`[${FOCUS_FIRST}]`)?.focus();
    // A long one is read from its beginning, wherever the focus is.
    opened?.scrollTo(0, 0);
    return () => {
      opened?.close();
      if (isFocusGiven()) return;
      // The browser gives it back only when the dialog is still in the page.
      if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
    };
  }, [dialog]);
}

function isFocusGiven(): boolean {
  const { activeElement } = document;
  return activeElement?.isConnected === true && !activeElement.matches('body, main');
}
