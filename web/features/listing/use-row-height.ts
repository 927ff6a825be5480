import { NARROW, useMediaQuery } from '../../lib/use-media-query.ts';

/** Pixels. The style sheet of the grid says the same under the same conditions. */
export function useRowHeight(): number {
  const narrow = useMediaQuery(NARROW);
  const touch = useMediaQuery('(pointer: coarse)');
  if (narrow) return 56;
  return touch ? 48 : 40;
}
