import { useEffect } from 'react';

/**
 * When what had the focus has gone, with the place one has left or with all that a folder held, the keyboard goes on in the
 * content; asked on every new occasion. On a page just loaded nothing had it, and Tab begins at the top as everywhere.
 */
export function useFocusInContent(occasion?: string): void {
  useEffect(() => {
    const hadFocus = navigator.userActivation?.hasBeenActive ?? false;
    if (hadFocus && document.activeElement === document.body)
      document.querySelector('main')?.focus();
  }, [occasion]);
}
