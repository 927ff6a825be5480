import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { NARROW, useMediaQuery } from '../../lib/use-media-query.ts';
import type { FoundEntries } from '../../state/found-entries.ts';

/** SPEC §9: so many more are shown each time the end comes near. */
const STEP = 50;
const NEAR_END = 100;

/** What is seen of the results, and where the keyboard stands in them. */
export interface ResultsView {
  readonly virtualizer: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>;
  /** The place of the result that the keyboard stands on. */
  readonly active: number;
  /** Lines that fit into the window, less one for orientation. */
  page(): number;
  setActive(index: number): void;
  /** Moves the keyboard to a result, with the focus, and brings it into view. */
  goTo(index: number): void;
  /** The end of what is shown may be near. */
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
    // Results that arrive or leave above must not make another row of one that is drawn.
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

/** The whole steps that show this place and the one after it. */
function stepBeyond(index: number): number {
  return Math.ceil((index + 2) / STEP) * STEP;
}

/** Follows the result by its path; when it has gone, the one that took its place. */
function indexNear(
  { path, index }: { path: string | undefined; index: number },
  found: FoundEntries,
): number {
  const now = path === undefined ? -1 : found.indexOf(path);
  return now >= 0 ? now : Math.max(0, Math.min(index, found.count - 1));
}

/** Rows are drawn only where they are seen; the active one always, so that it keeps the focus. */
function withRow(range: Range, row: number): number[] {
  const rows = defaultRangeExtractor(range);
  if (row >= range.count || rows.includes(row)) return rows;
  return [...rows, row].toSorted((a, b) => a - b);
}

/** Gives the focus to a row once it is drawn, and to the active one when the row that had it has gone. */
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
