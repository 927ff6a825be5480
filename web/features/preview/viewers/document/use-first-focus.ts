import { type RefObject, useLayoutEffect } from 'react';

/** Focuses a document when it opens, so that keys scroll it. */
export function useFirstFocus(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    // A focused button of the frame keeps the focus.
    if (element.current && document.activeElement === document.body) focusQuietly(element.current);
  }, [element]);
}

/** Hides the focus ring (`data-quiet`) until the element is focused again by keyboard. */
function focusQuietly(element: HTMLElement): void {
  element.dataset['quiet'] = '';
  element.addEventListener('blur', () => delete element.dataset['quiet'], { once: true });
  element.focus({ preventScroll: true });
}
