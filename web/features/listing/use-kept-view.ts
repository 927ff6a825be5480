import { type RefObject, useLayoutEffect, useReducer, useRef } from 'react';
import type { GridGeometry } from './grid-geometry.ts';
import { scrollAnchorOf, offsetInView, type Seen } from './scroll-anchor.ts';
import type { ActiveEntry } from './use-active-entry.ts';
import type { GridVirtualizer } from './use-grid-virtualizer.ts';
import { focusIsNowhere } from './use-row-focus.ts';

/** Keeps the same entries in view and the same one active when the view mode or number of columns changes. */
export function useKeptView({
  scroller,
  geometry,
  virtualizer,
  seen,
  active,
  focus,
}: {
  scroller: RefObject<HTMLElement | null>;
  geometry: GridGeometry;
  virtualizer: GridVirtualizer;
  seen(): Seen;
  active: ActiveEntry;
  focus: { ask(index: number): void };
}): void {
  const last = useRef(geometry);
  const [, drawAgain] = useReducer((turn: number) => turn + 1, 0);

  useLayoutEffect(() => {
    const before = last.current;
    const element = scroller.current;
    if (before.layout === geometry.layout || !element) return;
    const { top, height } = seen();
    const mark = scrollAnchorOf(before, { top, height }, active.index);
    scrollAtOnce(element, virtualizer, offsetInView(geometry, mark, height));
    // The focused row was removed with the old layout.
    if (focusIsNowhere()) focus.ask(active.index);
    drawAgain();
    // Only another layout moves what is seen.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [geometry.layout]);

  useLayoutEffect(() => {
    last.current = geometry;
  });
}

/** Scrolls and updates the virtualizer at once; its own event would arrive after a frame with wrong rows. */
function scrollAtOnce(scroller: HTMLElement, virtualizer: GridVirtualizer, offset: number): void {
  // A pending scroll belongs to the old layout.
  virtualizer.cancelScroll();
  scroller.scrollTop = offset;
  virtualizer.scrollOffset = scroller.scrollTop;
}
