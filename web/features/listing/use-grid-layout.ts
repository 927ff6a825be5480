import type { ViewMode } from '#contract/users.ts';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { NARROW, useMediaQuery } from '../../lib/use-media-query.ts';
import { type GridLayout, gridLayout } from './grid-layout.ts';

/** The same object as long as nothing in it has changed. */
export function useGridLayout(scroller: RefObject<HTMLElement | null>, mode: ViewMode): GridLayout {
  const narrow = useMediaQuery(NARROW);
  const touch = useMediaQuery('(pointer: coarse)');
  const measured = useWidth(scroller);
  // A list is as wide as it happens to be.
  const width = mode === 'list' ? 0 : measured;
  return useMemo(() => gridLayout(mode, { width, narrow, touch }), [mode, width, narrow, touch]);
}

/** The next grid is most likely as wide as the last one was. */
let lastWidth: number | undefined;

function useWidth(scroller: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(() => lastWidth ?? window.innerWidth);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () => {
      lastWidth = element.clientWidth;
      setWidth(lastWidth);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [scroller]);
  return width;
}
