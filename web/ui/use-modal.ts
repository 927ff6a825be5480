import { type RefObject, useEffect } from 'react';

/**
 * Shows a dialog above everything as long as it is mounted, then gives the focus back to where it was, unless
 * somebody has given it to something new.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const opened = dialog.current;
    const focusedBefore = document.activeElement;
    opened?.showModal();
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
