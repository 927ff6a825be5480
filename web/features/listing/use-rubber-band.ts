import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { partAt } from '../../state/selectable-list/selectable-list.ts';
import type { EntryGridProps } from './grid-props.ts';
import { type Cover, forEachCovered, sameCover } from './grid-geometry.ts';
import { isDragHandle, isInHeader } from './grid-target.ts';
import type { followBand } from './rubber-band.ts';
import type { GridView } from './use-grid-view.ts';

const NOTHING: ReadonlySet<string> = new Set();

let loaded: typeof followBand | undefined;

/** Loads the code of the rubber band, which is not needed for the first listing. */
export async function loadRubberBand(): Promise<typeof followBand> {
  loaded ??= (await import('./rubber-band.ts')).followBand;
  return loaded;
}

/**
 * Selects entries under a rubber band, including entries that are not rendered. Ctrl and Shift add to the selection.
 */
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

  function start(follow: typeof followBand, event: PointerEvent<HTMLElement>, elements: Elements) {
    const { selection } = props;
    const before = selection.paths();
    const adds = event.shiftKey || event.ctrlKey || event.metaKey || selection.isMultiple();
    let cover: Cover | undefined;

    const take = (next: Cover | undefined) => {
      cover = next;
      selection.replace(pathsUnder(next, adds ? before : NOTHING, latest.current));
    };
    const { header } = view.geometry.layout;
    stop.current = follow(
      event,
      { ...elements, header },
      {
        begin() {
          drawn.current = true;
          take(undefined);
        },
        change(box) {
          const next = latest.current.view.geometry.coverOf(box);
          if (!sameCover(cover, next)) take(next);
        },
        end(how, box) {
          if (how === 'called off') selection.replace(before);
          else leaveKeyboardIn(latest.current.view.geometry.coverOf(box));
        },
      },
    );
  }

  function leaveKeyboardIn(cover: Cover | undefined) {
    if (!cover) return;
    const { active, focus, geometry } = latest.current.view;
    const index = geometry.rows.indexAt(cover.firstLine, cover.firstColumn);
    props.selection.startRangeAt(latest.current.props.entries.pathAt(index) ?? '');
    active.set(index);
    focus.ask(index);
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      drawn.current = false;
      const elements = elementsOf(view.scroller.current, canvas.current, frame.current);
      if (!elements || !isBeginning(event, elements.scroller)) return;
      if (loaded) return start(loaded, event, elements);
      // Without its code there is no band, only the click.
      void loadRubberBand().then(
        (follow) => start(follow, event, elements),
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

function isBeginning(event: PointerEvent<HTMLElement>, scroller: HTMLElement): boolean {
  const { target } = event;
  if (event.pointerType !== 'mouse' || event.button !== 0) return false;
  if (isDragHandle(target) || isInHeader(target) || partAt(target, 'more')) return false;
  const start = scroller.getBoundingClientRect().left + scroller.clientLeft;
  const isOnScrollBar = event.clientX < start || event.clientX >= start + scroller.clientWidth;
  return !isOnScrollBar;
}

function pathsUnder(
  cover: Cover | undefined,
  before: ReadonlySet<string>,
  { props, view }: { props: Pick<EntryGridProps, 'entries'>; view: GridView },
): ReadonlySet<string> {
  if (!cover) return before;
  const paths = new Set(before);
  forEachCovered(view.geometry.rows, cover, (index) => {
    const path = props.entries.pathAt(index);
    if (path !== undefined) paths.add(path);
  });
  return paths;
}
