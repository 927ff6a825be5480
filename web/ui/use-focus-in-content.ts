import { useEffect } from 'react';

/**
 * When `occasion` changes, moves a lost focus to the content, after navigation or when the focused element is removed. Does nothing after a
 * page load, when Tab starts at the top.
 */
export function useFocusInContent(occasion?: string): void {
  useEffect(() => {
    const wasPageUsed = navigator.userActivation?.hasBeenActive ?? false;
    if (wasPageUsed && document.activeElement === document.body)
      document.querySelector('main')?.focus();
  }, [occasion]);
}
