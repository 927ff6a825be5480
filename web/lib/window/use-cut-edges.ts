import { type RefObject, useEffect } from 'react';

/**
 * Marks the edges at which a scrolling element is cut off, for its style sheet. They are measured again when the element scrolls or
 * changes its size, and with each new `content`.
 */
export function useCutEdges(part: RefObject<HTMLElement | null>, content?: unknown): void {
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
  useEffect(() => {
    if (part.current) markCutEdges(part.current);
  }, [part, content]);
}

function markCutEdges(element: HTMLElement): void {
  // Negative in right-to-left languages.
  const before = Math.abs(element.scrollLeft);
  const after = element.scrollWidth - element.clientWidth - before;
  element.toggleAttribute('data-cut-start', before > 1);
  element.toggleAttribute('data-cut-end', after > 1);
  element.toggleAttribute('data-cut-top', element.scrollTop > 1);
}
