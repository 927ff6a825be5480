import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { NARROW } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import type { FoundEntries } from '../../state/found-entries.ts';

/** Number of results that are added near the end. */
const STEP = 50;
const NEAR_END = 100;

/** Rendered results and the active one. */
export interface ResultsView {
  readonly virtualizer: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>;
  /** Index of the active result. */
  readonly active: number;
  /** Number of lines per page, minus one that stays in view. */
  page(): number;
  setActive(index: number): void;
  /** Makes a result active, focuses it and scrolls it into view. */
  goTo(index: number): void;
  /** Adds results near the end of the list. */
  onScroll(): void;
}

export function useResultsView(
  found: FoundEntries,
  scroller: RefObject<HTMLDivElement | null>,
): ResultsView {
  const isNarrow = useMediaQuery(NARROW);
  const isTouch = useMediaQuery('(pointer: coarse)');
  const rowHeight = isNarrow || isTouch ? 60 : 52;
  const [most, setMost] = useState(STEP);
  const [place, setPlace] = useState<{ path: string | undefined; index: number }>({
    path: undefined,
    index: 0,
  });
  const active = indexNear(place, found);
  const count = Math.min(found.count, Math.max(most, stepBeyond(active)));
  const withActive = useCallback((range: Range) => withRow(range, active), [active]);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // Keys are paths, so that rows keep their elements when results above them change.
    getItemKey: (index) => found.pathAt(index) ?? index,
    overscan: 6,
    rangeExtractor: withActive,
    paddingStart: 4,
    paddingEnd: 4,
  });
  const askFocus = useFocusOfRow(scroller);

  const setActive = (index: number) => setPlace({ path: found.pathAt(index), index });
  return {
    virtualizer,
    active,
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
    setActive,
    goTo(index) {
      setActive(index);
      setMost((now) => Math.max(now, stepBeyond(index)));
      askFocus(found.pathAt(index));
    },
    onScroll() {
      const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = scroller.current ?? {};
      const isNearEnd = scrollTop + clientHeight > scrollHeight - NEAR_END;
      if (isNearEnd && count < found.count) setMost(count + STEP);
    },
  };
}

/** Returns the number of results, in whole steps, that includes this index and the next. */
function stepBeyond(index: number): number {
  return Math.ceil((index + 2) / STEP) * STEP;
}

/** Returns the index of the result at a path; if it is gone, the index of its successor. */
function indexNear(
  { path, index }: { path: string | undefined; index: number },
  found: FoundEntries,
): number {
  const now = path === undefined ? -1 : found.indexOf(path);
  return now >= 0 ? now : Math.max(0, Math.min(index, found.count - 1));
}

/** Renders the visible rows and the active row, which keeps the focus. */
function withRow(range: Range, row: number): number[] {
  const rows = defaultRangeExtractor(range);
  if (row >= range.count || rows.includes(row)) return rows;
  return [...rows, row].toSorted((a, b) => a - b);
}

/** Focuses a row once it is rendered, and the active row when the focused one is removed. */
function useFocusOfRow(scroller: RefObject<HTMLElement | null>) {
  const asked = useRef<string>(undefined);
  const hadFocus = useRef(false);

  useLayoutEffect(() => {
    const row = scroller.current?.querySelector<HTMLElement>('[data-hit][tabindex="0"]');
    const isLost = hadFocus.current && document.activeElement === document.body;
    if (asked.current !== undefined || isLost) {
      row?.scrollIntoView?.({ block: 'nearest' });
      row?.focus({ preventScroll: true });
      asked.current = undefined;
    }
    hadFocus.current = scroller.current?.contains(document.activeElement) ?? false;
  });

  return (path: string | undefined) => {
    asked.current = path;
  };
}
