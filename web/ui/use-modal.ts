import { type RefObject, useEffect } from 'react';

/** Shows a dialog above everything as long as it is mounted, then gives the focus back to where it was. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const opened = dialog.current;
    const focusedBefore = document.activeElement;
    opened?.showModal();
    return () => {
      opened?.close();
      // The browser gives it back only when the dialog is still in the page.
      if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
    };
  }, [dialog]);
}
