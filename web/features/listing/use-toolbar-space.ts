import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels reserved for paddings and lines between the measured elements. */
const SLACK = 24;
/** Pixels between two buttons. */
export const GAP = 2;

/**
 * Returns the pixels in a bar that its optional buttons can share, beside its other content. Optional buttons have
 * `data-part="action"` on an ancestor. Infinity before the first layout.
 */
export function useToolbarSpace(bar: RefObject<HTMLElement | null>): number {
  const [space, setSpace] = useState(Number.POSITIVE_INFINITY);

  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const measure = () => setSpace(spaceIn(element));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
    // Runs after every render, because the other content may have changed.
  });
  return space;
}

/** Returns the number of buttons without labels that fit into a bar beside its other content. */
export function useButtonCapacity(bar: RefObject<HTMLElement | null>): number {
  const space = useToolbarSpace(bar);
  if (!bar.current || space === Number.POSITIVE_INFINITY) return space;
  return Math.max(1, Math.floor(space / (buttonWidthIn(bar.current) + GAP)));
}

/** Width of a button without a label, in pixels. */
export function buttonWidthIn(bar: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(bar).getPropertyValue('--control'));
}

function spaceIn(bar: HTMLElement): number {
  // The bar has no layout yet.
  if (bar.clientWidth === 0 || Number.isNaN(buttonWidthIn(bar))) return Number.POSITIVE_INFINITY;
  const others = [...bar.children].filter(
    (child) => !(child instanceof HTMLElement) || child.dataset['part'] !== 'action',
  );
  const taken = others.reduce((sum, child) => sum + widthOf(child) + GAP, 0);
  return bar.clientWidth - taken - SLACK;
}

/** Returns the natural width, which truncation may have reduced. */
function widthOf(element: Element): number {
  return Math.max(element.getBoundingClientRect().width, element.scrollWidth);
}
