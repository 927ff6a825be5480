import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { partAt } from '../../state/selectable-list/selectable-list.ts';
import type { selectByBand } from './band-selection.ts';
import type { EntryGridProps } from './grid-props.ts';
import { isDragHandle, isInHeader } from './grid-target.ts';
import type { GridView } from './use-grid-view.ts';

type SelectByBand = typeof selectByBand;

let loaded: SelectByBand | undefined;

/** Loads the code of the rubber band, which is not needed for the first listing. */
export async function loadRubberBand(): Promise<SelectByBand> {
  loaded ??= (await import('./band-selection.ts')).selectByBand;
  return loaded;
}

/** Selects entries under a rubber band. */
export function useRubberBand(
  props: Pick<EntryGridProps, 'entries' | 'selection'>,
  view: GridView,
  {
    canvas,
    frame,
  }: { canvas: RefObject<HTMLElement | null>; frame: RefObject<HTMLElement | null> },
) {
  // The folder may be refreshed while the band is held.
  const latest = useRef({ props, view });
  useEffect(() => {
    latest.current = { props, view };
  });
  const drawn = useRef(false);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);

  const start = (select: SelectByBand, event: PointerEvent<HTMLElement>, elements: Elements) => {
    stop.current = select(event, elements, latest, () => {
      drawn.current = true;
    });
  };

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      drawn.current = false;
      const elements = elementsOf(view.scroller.current, canvas.current, frame.current);
      if (!elements || !isBeginning(event, elements.scroller)) return;
      if (loaded) return start(loaded, event, elements);
      // Without its code there is no band, only the click.
      void loadRubberBand().then(
        (select) => start(select, event, elements),
        () => {},
      );
    },
    /** Returns true if the following click only ends the band. */
    wasDrawn: () => drawn.current,
  };
}

interface Elements {
  readonly scroller: HTMLElement;
  readonly canvas: HTMLElement;
  readonly frame: HTMLElement;
}

function elementsOf(
  scroller: HTMLElement | null,
  canvas: HTMLElement | null,
  frame: HTMLElement | null,
): Elements | undefined {
  return scroller && canvas && frame ? { scroller, canvas, frame } : undefined;
}

/** Returns true if a press may begin a rubber band: the main button of a mouse, outside drag handles, header, buttons and scroll bar. */
function isBeginning(event: PointerEvent<HTMLElement>, scroller: HTMLElement): boolean {
  const { target } = event;
  if (event.pointerType !== 'mouse' || event.button !== 0) return false;
  if (isDragHandle(target) || isInHeader(target) || partAt(target, 'more')) return false;
  const start = scroller.getBoundingClientRect().left + scroller.clientLeft;
  const isOnScrollBar = event.clientX < start || event.clientX >= start + scroller.clientWidth;
  return !isOnScrollBar;
}
