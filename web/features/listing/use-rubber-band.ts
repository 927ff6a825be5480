import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef } from 'react';
import { partAt } from '../../state/selectable-list/selectable-list.ts';
import type { BandPress, selectByBand } from './band-selection.ts';
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

  const start = (select: SelectByBand, press: BandPress, elements: Elements) => {
    stop.current = select(press, elements, latest, () => {
      drawn.current = true;
    });
  };

  const startWhenLoaded = async (press: BandPress, elements: Elements) => {
    const mouse = followMouse();
    stop.current = mouse.stop;
    // Without its code there is no band, only the click.
    const select = await loadRubberBand().catch(() => undefined);
    const isHeld = mouse.isHeld();
    mouse.stop();
    if (select && isHeld) start(select, { ...press, latestMove: mouse.latestMove() }, elements);
  };

  return {
    onPointerDown(event: ReactPointerEvent<HTMLElement>) {
      drawn.current = false;
      const elements = elementsOf(view.scroller.current, canvas.current, frame.current);
      if (!elements || !isBeginning(event, elements.scroller)) return;
      const press = pressOf(event);
      if (loaded) start(loaded, press, elements);
      else void startWhenLoaded(press, elements);
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
function isBeginning(event: ReactPointerEvent<HTMLElement>, scroller: HTMLElement): boolean {
  const { target } = event;
  if (event.pointerType !== 'mouse' || event.button !== 0) return false;
  if (isDragHandle(target) || isInHeader(target) || partAt(target, 'more')) return false;
  const start = scroller.getBoundingClientRect().left + scroller.clientLeft;
  const isOnScrollBar = event.clientX < start || event.clientX >= start + scroller.clientWidth;
  return !isOnScrollBar;
}

function pressOf(event: ReactPointerEvent): BandPress {
  const { clientX, clientY, shiftKey, ctrlKey, metaKey } = event;
  return { clientX, clientY, shiftKey, ctrlKey, metaKey };
}

/** Follows the mouse while the code of the band is loaded, so that a fast movement is not lost. */
function followMouse() {
  const done = new AbortController();
  const { signal } = done;
  let latest: PointerEvent | undefined;
  const stop = () => done.abort();
  window.addEventListener('pointermove', (event) => (latest = event), { signal });
  window.addEventListener('pointerup', stop, { signal });
  window.addEventListener('pointercancel', stop, { signal });
  return { stop, isHeld: () => !signal.aborted, latestMove: () => latest };
}
