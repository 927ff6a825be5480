const LEAST_PX = 56;

/** Returns the direction of a swipe. The next item comes from the side where reading continues. */
export function swipeOf(
  dx: number,
  dy: number,
  rightToLeft: boolean,
): 'next' | 'previous' | undefined {
  if (Math.abs(dx) < LEAST_PX || Math.abs(dx) < 2 * Math.abs(dy)) return undefined;
  return dx < 0 === rightToLeft ? 'previous' : 'next';
}
