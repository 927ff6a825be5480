import { type RefObject, useEffect, useState } from 'react';
import { enterDialogScope } from '../lib/keyboard.ts';

/** Marks the control that gets the initial focus, when that is not the first focusable one. */
const FOCUS_FIRST = 'data-focus-first';

interface Modal {
  readonly dialog: HTMLDialogElement;
  /** Element that had the focus before the dialog opened. */
  focusedBefore: Element | null;
  /** True for a dialog that is hidden while another one of this kind is above it. */
  readonly isStacked: boolean;
}

const open = new Set<Modal>();

/**
 * Shows a dialog modally while it is mounted. Closing it moves the focus back to where it was, unless something new
 * has the focus by then. A stacked dialog gets `data-covered` while another one is above it, and `data-above` while it
 * is above another one.
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  { isStacked = false }: { isStacked?: boolean } = {},
): void {
  // Runs before the dialog is in the document, where a control with autoFocus takes the focus.
  const [focusedBefore] = useState(() => document.activeElement);
  useEffect(() => {
    if (!dialog.current) return undefined;
    const modal: Modal = { dialog: dialog.current, focusedBefore, isStacked };
    open.add(modal);
    markStack();
    const leaveScope = enterDialogScope();
    modal.dialog.showModal();
    modal.dialog.querySelector<HTMLElement>(`[${FOCUS_FIRST}]`)?.focus();
    // Long dialogs start at the top, wherever the focus is.
    modal.dialog.scrollTo(0, 0);
    return () => {
      open.delete(modal);
      // Before the focus returns: what is hidden cannot have it.
      markStack();
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
  }, [dialog, focusedBefore, isStacked]);
}

/** Marks the stacked dialogs that have another one above them or below them. */
function markStack(): void {
  const stack = [...open].filter(({ isStacked }) => isStacked);
  for (const [index, { dialog }] of stack.entries()) {
    dialog.toggleAttribute('data-covered', index < stack.length - 1);
    dialog.toggleAttribute('data-above', index > 0);
  }
}

/** Returns true if an element other than the page or its main content has the focus. */
function hasFocus(): boolean {
  const { activeElement } = document;
  return activeElement?.isConnected === true && !activeElement.matches('body, main');
}
