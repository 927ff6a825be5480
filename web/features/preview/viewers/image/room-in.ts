import type { Point, Size } from './zoom.ts';

/**
 * Returns the area of the viewport that a picture is fitted into, in CSS pixels: the inside of its padding, which is
 * as wide as the bar and the buttons.
 */
export function roomIn(viewport: HTMLElement): Size & { readonly middle: Point } {
  const box = viewport.getBoundingClientRect();
  const style = getComputedStyle(viewport);
  const [above, below] = [pixels(style.paddingTop), pixels(style.paddingBottom)];
  const [left, right] = [pixels(style.paddingLeft), pixels(style.paddingRight)];
  const [width, height] = [box.width - left - right, box.height - above - below];
  const middle = { x: box.left + left + width / 2, y: box.top + above + height / 2 };
  return { width, height, middle };
}

function pixels(length: string): number {
  return Number.parseFloat(length) || 0;
}
