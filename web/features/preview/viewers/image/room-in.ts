import type { Point, Size } from './zoom.ts';

/** Returns the area of the viewport that a picture is fitted into, in CSS pixels: below the bar, which its padding keeps free. */
export function roomIn(viewport: HTMLElement): Size & { readonly middle: Point } {
  const { left, bottom, width, height } = viewport.getBoundingClientRect();
  const room = height - (Number.parseFloat(getComputedStyle(viewport).paddingTop) || 0);
  return { width, height: room, middle: { x: left + width / 2, y: bottom - room / 2 } };
}
