import { type RefObject, useLayoutEffect } from 'react';

/** Focuses a document when it opens, so that keys scroll it, unless `isWanted` is false. */
export function useFirstFocus(element: RefObject<HTMLElement | null>, isWanted = true): void {
  useLayoutEffect(() => {
    const target = element.current;
    // A focused button of the frame keeps the focus.
    if (isWanted && target && document.activeElement?.contains(target)) focusQuietly(target);
  }, [element, isWanted]);
}

/** Hides the focus ring (`data-quiet`) until the element is focused again by keyboard. */
function focusQuietly(element: HTMLElement): void {
  element.dataset['quiet'] = '';
  element.addEventListener('blur', () => delete element.dataset['quiet'], { once: true });
  element.focus({ preventScroll: true });
}
