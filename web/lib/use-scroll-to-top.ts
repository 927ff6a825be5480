import { type RefObject, useEffect } from 'react';

/** Scrolls an element to its top whenever the order of its rows changes. */
export function useScrollToTop(scroller: RefObject<HTMLElement | null>, order: unknown): void {
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [scroller, order]);
}
