import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { withActiveRow } from '../../lib/with-active-row.ts';
import type { SelectionOrder } from '../selection.ts';
import { activeRowIn } from './selectable-list.ts';

/** Rendered rows of a list and the active one. */
export interface ListView {
  readonly virtualizer: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>;
  /** Index of the active row. */
  readonly active: number;
  /** Number of rows that Page Up and Page Down move by. */
  page(): number;
  setActive(index: number): void;
  /** Makes a row active and focuses it where it is. */
  focusRow(index: number): void;
  /** Makes a row active, focuses it and scrolls it into view. */
  goTo(index: number): void;
}

/** Virtualizes a list of rows of one height. If the active item is gone, its successor becomes active. */
export function useListView({
  order,
  scroller,
  rowHeight,
  header = 0,
  countFor = () => order.count,
}: {
  order: SelectionOrder;
  scroller: RefObject<HTMLDivElement | null>;
  /** Pixels. */
  rowHeight: number;
  /** Pixels of a header that covers the top of the list. */
  header?: number;
  /** Returns the number of rows that can be scrolled to, which includes the active one. All by default. */
  countFor?: (active: number) => number;
}): ListView {
  const [position, setPosition] = useState<ActivePosition>({ path: undefined, index: 0 });
  const active = indexNear(position, order);
  const withActive = useCallback((range: Range) => withActiveRow(range, active), [active]);
  const virtualizer = useVirtualizer({
    count: countFor(active),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // Keys are paths, so that rows keep their elements when rows above them change.
    getItemKey: (index) => order.pathAt(index) ?? index,
    overscan: 8,
    rangeExtractor: withActive,
    paddingStart: 4,
    paddingEnd: 4,
  });
  const askFocus = useFocusOfActiveRow(scroller);
  const setActive = (index: number) => setPosition({ path: order.pathAt(index), index });
  return {
    virtualizer,
    active,
    page() {
      const height = (scroller.current?.clientHeight ?? 0) - header;
      return Math.max(1, Math.floor(height / rowHeight) - 1);
    },
    setActive,
    focusRow(index) {
      setActive(index);
      askFocus('where it is');
    },
    goTo(index) {
      setActive(index);
      askFocus('in view');
    },
  };
}

interface ActivePosition {
  readonly path: string | undefined;
  readonly index: number;
}

function indexNear({ path, index }: ActivePosition, order: SelectionOrder): number {
  const now = path === undefined ? -1 : order.indexOf(path);
  return now >= 0 ? now : Math.max(0, Math.min(index, order.count - 1));
}

/** Receives the focus at the current scroll position, or after scrolling it into view. */
type FocusRequest = 'where it is' | 'in view';

/** Focuses the active row on request once it is rendered, and when the focused row is removed. */
function useFocusOfActiveRow(
  scroller: RefObject<HTMLElement | null>,
): (request: FocusRequest) => void {
  const requested = useRef<FocusRequest>(undefined);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const isLost = hadFocus.current && document.activeElement === document.body;
    const request = requested.current ?? (isLost ? 'in view' : undefined);
    if (request !== undefined) {
      const row = activeRowIn(scroller.current);
      if (request === 'in view') row?.scrollIntoView?.({ block: 'nearest' });
      row?.focus({ preventScroll: true });
      requested.current = undefined;
    }
    hadFocus.current = scroller.current?.contains(document.activeElement) ?? false;
  });
  return (request) => {
    requested.current = request;
  };
}
