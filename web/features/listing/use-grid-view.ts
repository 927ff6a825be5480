import type { Sorting } from '#contract/files.ts';
import type { ViewMode } from '#contract/users.ts';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { NARROW } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import type { ListingEntries } from '../../state/listing-entries.ts';
import {
  type ListingPosition,
  recallPosition,
  rememberPosition,
} from '../../state/listing-position.ts';
import type { PictureRatios } from '../../state/picture-ratios.ts';
import { tileSize } from '../../state/tile-size.ts';
import { listingRows } from '../../state/listing-rows.ts';
import type { SelectionStore } from '../../state/selection.ts';
import { useGallery, useGallerySections, usePictureRatios } from './gallery/use-gallery.ts';
import { type GridGeometry, gridGeometry } from './grid-geometry.ts';
import { type GridLayout, gridLayout } from './grid-layout.ts';
import { scrollAnchorOf, offsetOf, type Seen } from './scroll-anchor.ts';
import { type ActiveEntry, useActiveEntry } from './use-active-entry.ts';
import { type GridVirtualizer, useGridVirtualizer } from './use-grid-virtualizer.ts';
import { useKeptView } from './use-kept-view.ts';
import { useRowFocus } from './use-row-focus.ts';

/** Scroll position of a folder and its active entry. */
export interface GridView {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly geometry: GridGeometry;
  readonly active: ActiveEntry;
  readonly virtualizer: GridVirtualizer;
  readonly focus: { ask(index: number): void };
  /** Makes an entry active and scrolls it into view. */
  goTo(index: number): void;
}

/** Creates the view of a folder, at the position that the user has left on this `visit` of the folder or else at the entry `startAt`. */
export function useGridView({
  scroller,
  entries,
  mode,
  sorting,
  visit,
  startAt,
  selection,
}: {
  scroller: RefObject<HTMLDivElement | null>;
  entries: ListingEntries;
  mode: ViewMode;
  sorting: Sorting;
  visit: string;
  startAt: string | undefined;
  selection: SelectionStore;
}): GridView {
  const position = recallPosition(visit);
  const active = useActiveEntry(entries, position?.active ?? startAt);
  const gallery = useGallery(mode);
  const layout = useGridLayout(scroller, mode, usePictureRatios(gallery, entries));
  const sections = useGallerySections(gallery, entries, { sorting, layout });
  const geometry = useMemo(
    () => gridGeometry(listingRows(entries, layout.columns, sections), layout),
    [entries, layout, sections],
  );
  const virtualizer = useGridVirtualizer({
    scroller,
    geometry,
    activeRow: geometry.rows.rowOf(active.index),
    initialOffset: position
      ? offsetOfPosition(position, entries, geometry)
      : offsetOfStart(active.index, startAt, geometry),
  });
  const focus = useRowFocus({ scroller, visit, entries, active, selection, show });
  const seen = (): Seen => ({
    top: virtualizer.scrollOffset ?? 0,
    height: (virtualizer.scrollRect?.height ?? 0) - layout.header,
  });
  useKeptView({ scroller, geometry, virtualizer, seen, active, focus });
  useRememberedPosition(visit, () => {
    const { index, below } = scrollAnchorOf(geometry, seen(), active.index);
    return { active: active.path, seen: { path: entries.pathAt(index), index, below } };
  });

  function show(index: number) {
    // Scrolls to the heading above the first entries, too.
    if (geometry.rows.lineOf(index) === 0) virtualizer.scrollToOffset(0);
    else virtualizer.scrollToIndex(geometry.rows.rowOf(index));
    reportScrolling(virtualizer, scroller.current);
  }

  return {
    scroller,
    geometry,
    active,
    virtualizer,
    focus,
    goTo(index) {
      active.set(index);
      show(index);
      focus.ask(index);
    },
  };
}

/** Passes the scroll position to the virtualizer. The browser's scroll event arrives later, and the width of the grid may change before. */
function reportScrolling(virtualizer: GridVirtualizer, scroller: HTMLElement | null): void {
  if (scroller) virtualizer.scrollOffset = scroller.scrollTop;
}

/** Returns the scroll offset at which the entry is that the user has seen; an entry near its former index if it is gone. */
function offsetOfPosition(
  { seen }: ListingPosition,
  entries: ListingEntries,
  geometry: GridGeometry,
): number {
  const found = seen.path === undefined ? -1 : entries.indexOf(seen.path);
  const index = found >= 0 ? found : Math.max(0, Math.min(seen.index, entries.count - 1));
  return offsetOf(geometry, { index, below: seen.below });
}

/** Returns the scroll offset that shows the entry to start at, such as the subfolder that the user has left, below the upper edge. */
function offsetOfStart(index: number, startAt: string | undefined, geometry: GridGeometry): number {
  if (startAt === undefined) return 0;
  return Math.max(0, geometry.topOf(geometry.rows.rowOf(index)) - ROOM_ABOVE);
}

/** Distance of the entry to start at from the upper edge, in pixels. */
const ROOM_ABOVE = 120;

/** Returns the layout of the grid for its width and view; the same object until a value changes. */
function useGridLayout(
  scroller: RefObject<HTMLElement | null>,
  mode: ViewMode,
  ratios: PictureRatios | undefined,
): GridLayout {
  const narrow = useMediaQuery(NARROW);
  const touch = useMediaQuery('(pointer: coarse)');
  const measured = useWidth(scroller);
  // The width of a list does not affect its layout.
  const { width, gutter } = mode === 'list' ? NO_WIDTH : measured;
  const chosen = useStore(tileSize, ({ size }) => size);
  const size = mode === 'list' ? 1 : chosen;
  return useMemo(
    () => gridLayout(mode, { width, gutter, narrow, touch, tileSize: size }, ratios),
    [mode, width, gutter, narrow, touch, size, ratios],
  );
}

interface GridWidth {
  readonly width: number;
  /** Width of the scroll bar. */
  readonly gutter: number;
}

const NO_WIDTH: GridWidth = { width: 0, gutter: 0 };

/** Width of the last grid, as an estimate for the next one. */
let lastWidth: GridWidth | undefined;

/** Measures the grid, also when its size changes. */
function useWidth(scroller: RefObject<HTMLElement | null>): GridWidth {
  const [width, setWidth] = useState(() => lastWidth ?? { width: window.innerWidth, gutter: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () => {
      const { clientWidth, offsetWidth } = element;
      const gutter = Math.max(0, offsetWidth - clientWidth);
      if (lastWidth?.width !== clientWidth || lastWidth.gutter !== gutter) {
        lastWidth = { width: clientWidth, gutter };
      }
      setWidth(lastWidth);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [scroller]);
  return width;
}

/** Remembers the user's position when they leave the folder. */
function useRememberedPosition(visit: string, currentPosition: () => ListingPosition): void {
  const latest = useRef(currentPosition);
  useLayoutEffect(() => {
    latest.current = currentPosition;
  });
  useLayoutEffect(() => () => rememberPosition(visit, latest.current()), [visit]);
}
