import { type RefObject, useEffect } from 'react';

/** Marks the edges at which a horizontally scrolling element is cut off, for its style sheet. */
export function useCutEdges(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = part.current;
    if (!element) return undefined;
    const mark = () => markCutEdges(element);
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, [part]);
}

function markCutEdges(element: HTMLElement): void {
  // Negative in right-to-left languages.
  const before = Math.abs(element.scrollLeft);
  const after = element.scrollWidth - element.clientWidth - before;
  element.toggleAttribute('data-cut-start', before > 1);
  element.toggleAttribute('data-cut-end', after > 1);
}
