import { NARROW, useMediaQuery } from '../../lib/use-media-query.ts';

/** Pixels. The style sheet of the grid says the same under the same conditions. */
export interface GridHeights {
  readonly row: number;
  readonly heading: number;
  /** The column header, which stays at the top. */
  readonly header: number;
}

export function useGridHeights(): GridHeights {
  const narrow = useMediaQuery(NARROW);
  const touch = useMediaQuery('(pointer: coarse)');
  const row = touch ? 48 : 40;
  return { row: narrow ? 56 : row, heading: 40, header: touch ? 44 : 36 };
}
