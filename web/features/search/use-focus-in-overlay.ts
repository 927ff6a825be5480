import { type RefObject, useEffect, useRef } from 'react';
import { dialogs } from '../../state/dialogs.ts';

/**
 * The field has the focus at first, with its text selected, and again when what had it has gone. In the end it returns to
 * `opener`, unless the user has gone elsewhere: then it is the new place's to take.
 */
export function useFocusInOverlay(
  field: RefObject<HTMLInputElement | null>,
  opener: Element | null,
  /** Somebody is typing: the text in the field is theirs, to go on with. */
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
    // A finger that has tapped needs no keyboard on the screen.
    if (!isNowhere || window.matchMedia('(pointer: coarse)').matches) return;
    if (dialogs.getState().stack.length === 0) field.current?.focus();
  });

  return {
    leave() {
      isLeaving.current = true;
    },
  };
}
