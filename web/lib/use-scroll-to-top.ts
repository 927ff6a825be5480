import { type RefObject, useEffect } from 'react';

/** Scrolls an element to its top whenever the order of its rows changes. */
export function useScrollToTop(scroller: RefObject<HTMLElement | null>, order: unknown): void {
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [scroller, order]);
}
