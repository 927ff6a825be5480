import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * When going elsewhere takes away what had the focus, the keyboard goes on in the content. On a page just
 * loaded nothing had it, and Tab begins at the top as everywhere.
 */
export function useFocusKept(content: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  useEffect(() => {
    const hadFocus = navigator.userActivation?.hasBeenActive ?? false;
    if (hadFocus && document.activeElement === document.body) content.current?.focus();
  }, [key, content]);
}
