import { type RefObject, useLayoutEffect, useState } from 'react';

/** Paddings and rules between what is measured. */
const SLACK = 24;

/**
 * How many buttons a bar has room for beside everything else in it. Buttons that come and go carry
 * `data-part="action"` on an element around them.
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
    // After every drawing: what stands beside the buttons may have changed.
  });
  return room;
}

function roomIn(bar: HTMLElement): number {
  const buttonWidth = Number.parseFloat(getComputedStyle(bar).getPropertyValue('--control'));
  // Nothing is laid out yet.
  if (bar.clientWidth === 0 || Number.isNaN(buttonWidth)) return Number.POSITIVE_INFINITY;
  const others = [...bar.children].filter(
    (child) => !(child instanceof HTMLElement) || child.dataset.part !== 'action',
  );
  const taken = others.reduce((sum, child) => sum + widthOf(child) + 2, 0);
  return Math.max(1, Math.floor((bar.clientWidth - taken - SLACK) / (buttonWidth + 2)));
}

/** As wide as it would like to be, though it may have been cut for want of room. */
function widthOf(element: Element): number {
  return Math.max(element.getBoundingClientRect().width, element.scrollWidth);
}
