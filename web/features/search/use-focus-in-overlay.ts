import { type RefObject, useEffect, useRef } from 'react';
import { dialogs } from '../../state/dialogs.ts';

/**
 * Focuses the field with its text selected, and again when the focused element disappears. On closing, returns the
 * focus to `opener` unless the user has navigated.
 */
export function useFocusInOverlay(
  field: RefObject<HTMLInputElement | null>,
  opener: Element | null,
  /** The user is typing, so the text is not selected. */
  isTyping: boolean,
): { leave(): void } {
  const isLeaving = useRef(false);

  useEffect(() => {
    field.current?.focus();
    if (!isTyping) field.current?.select();
    return () => {
      if (!isLeaving.current && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when it is opened
  }, [field, opener]);

  useEffect(() => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    // Avoids opening the virtual keyboard on touch devices.
    if (!isNowhere || window.matchMedia('(pointer: coarse)').matches) return;
    if (dialogs.getState().stack.length === 0) field.current?.focus();
  });

  return {
    leave() {
      isLeaving.current = true;
    },
  };
}
