import { type RefObject, useLayoutEffect } from 'react';

/** What is read has the focus from the beginning, so that keys scroll it. */
export function useFirstFocus(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    // Whoever came by a button of the frame keeps that.
    if (element.current && document.activeElement === document.body) focusQuietly(element.current);
  }, [element]);
}

/** Nothing marks it (`data-quiet`) until somebody comes back to it by a key. */
function focusQuietly(element: HTMLElement): void {
  element.dataset['quiet'] = '';
  element.addEventListener('blur', () => delete element.dataset['quiet'], { once: true });
  element.focus({ preventScroll: true });
}
