const MIN_PX = 56;

/** Returns the direction of a swipe, undefined for other movements. In left-to-right languages, a swipe to the left is `next`. */
export function swipeOf(
  dx: number,
  dy: number,
  rightToLeft: boolean,
): 'next' | 'previous' | undefined {
  if (Math.abs(dx) < MIN_PX || Math.abs(dx) < 2 * Math.abs(dy)) return undefined;
  return dx < 0 === rightToLeft ? 'previous' : 'next';
}
