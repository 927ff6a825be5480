import { type RefObject, useLayoutEffect, useState } from 'react';

/** Allowance for paddings and lines between the measured elements. */
const SLACK = 24;

/**
 * Returns the number of buttons that fit into a bar beside its other content. Optional buttons have
 * `data-part="action"` on an ancestor.
 */
export function useRoom(bar: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);

  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const measure = () => setRoom(roomIn(element));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
    // Runs after every render, because the other content may have changed.
  });
  return room;
}

function roomIn(bar: HTMLElement): number {
  const buttonWidth = Number.parseFloat(getComputedStyle(bar).getPropertyValue('--control'));
  // The bar has no layout yet.
  if (bar.clientWidth === 0 || Number.isNaN(buttonWidth)) return Number.POSITIVE_INFINITY;
  const others = [...bar.children].filter(
    (child) => !(child instanceof HTMLElement) || child.dataset.part !== 'action',
  );
  const taken = others.reduce((sum, child) => sum + widthOf(child) + 2, 0);
  return Math.max(1, Math.floor((bar.clientWidth - taken - SLACK) / (buttonWidth + 2)));
}

/** Returns the natural width, which truncation may have reduced. */
function widthOf(element: Element): number {
  return Math.max(element.getBoundingClientRect().width, element.scrollWidth);
}
