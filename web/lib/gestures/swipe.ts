const LEAST_PX = 56;

/** What a finger means that has gone so far: the next comes from where reading goes on. */
export function swipeOf(
  dx: number,
  dy: number,
  rightToLeft: boolean,
): 'next' | 'previous' | undefined {
  if (Math.abs(dx) < LEAST_PX || Math.abs(dx) < 2 * Math.abs(dy)) return undefined;
  return dx < 0 === rightToLeft ? 'previous' : 'next';
}
