import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of an element's inside in pixels; 0 before it is there. */
export function useInlineSize(element: RefObject<HTMLElement | null>): number {
  const [size, setSize] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return undefined;
    const observer = new ResizeObserver(() => setSize(measured.clientWidth));
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
