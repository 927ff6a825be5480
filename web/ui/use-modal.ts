import { type RefObject, useEffect, useState } from 'react';
import { enterDialogScope } from '../lib/keyboard.ts';

/** Marks the control that gets the initial focus, when that is not the first focusable one. */
const FOCUS_FIRST = 'data-focus-first';

interface Modal {
  readonly dialog: HTMLDialogElement;
  /** Element that had the focus before the dialog opened. */
  focusedBefore: Element | null;
}

const open = new Set<Modal>();

/**
 * Shows a dialog modally while it is mounted. Closing it moves the focus back to where it was, unless something new
 * has the focus by then.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  // Runs before the dialog is in the document, where a control with autoFocus takes the focus.
  const [focusedBefore] = useState(() => document.activeElement);
  useEffect(() => {
    if (!dialog.current) return undefined;
    const modal: Modal = { dialog: dialog.current, focusedBefore };
    open.add(modal);
    const leaveScope = enterDialogScope();
    modal.dialog.showModal();
    modal.dialog.querySelector<HTMLElement>(`[${FOCUS_FIRST}]`)?.focus();
    // Long dialogs start at the top, wherever the focus is.
    modal.dialog.scrollTo(0, 0);
    return () => {
      open.delete(modal);
      leaveScope();
      modal.dialog.close();
      // Dialogs that were opened from this one return the focus to where it was before this one.
      for (const above of open) {
        if (modal.dialog.contains(above.focusedBefore)) above.focusedBefore = modal.focusedBefore;
      }
      if (hasFocus()) return;
      const target = modal.focusedBefore;
      // The browser restores the focus only while the dialog is in the document.
      if (target instanceof HTMLElement && target.isConnected) target.focus();
    };
  }, [dialog, focusedBefore]);
}

/** Returns true if an element other than the page or its main content has the focus. */
function hasFocus(): boolean {
  const { activeElement } = document;
  return activeElement?.isConnected === true && !activeElement.matches('body, main');
}
