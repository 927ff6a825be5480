import { type RefObject, useState } from 'react';
import { NARROW } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import type { FoundEntries } from '../../state/found-entries.ts';
import { type ListView, useListView } from '../../state/selectable-list/use-list-view.ts';

/** Number of results that are added at a time. */
const STEP = 50;
/** Pixels from the end of the list within which results are added. */
const NEAR_END = 100;

/** Rendered results and the active one. */
export interface ResultsView extends ListView {
  /** Adds results near the end of the list. */
  onScroll(): void;
}

/** Shows results in steps, as they are scrolled to. */
export function useResultsView(
  found: FoundEntries,
  scroller: RefObject<HTMLDivElement | null>,
): ResultsView {
  const isNarrow = useMediaQuery(NARROW);
  const isTouch = useMediaQuery('(pointer: coarse)');
  const [most, setMost] = useState(STEP);
  const countFor = (active: number) => Math.min(found.count, Math.max(most, stepBeyond(active)));
  const view = useListView({
    order: found,
    scroller,
    rowHeight: isNarrow || isTouch ? 60 : 52,
    countFor,
  });
  return {
    ...view,
    goTo(index) {
      setMost((now) => Math.max(now, stepBeyond(index)));
      view.goTo(index);
    },
    onScroll() {
      const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = scroller.current ?? {};
      const isNearEnd = scrollTop + clientHeight > scrollHeight - NEAR_END;
      const count = countFor(view.active);
      if (isNearEnd && count < found.count) setMost(count + STEP);
    },
  };
}

/** Returns the number of results, in whole steps, that includes this index and the next. */
function stepBeyond(index: number): number {
  return Math.ceil((index + 2) / STEP) * STEP;
}
