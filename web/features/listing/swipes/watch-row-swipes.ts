import { isRightToLeft } from '../../../lib/direction.ts';

/** Movement after which a touch is a swipe or scrolls. Pixels. */
const START_PX = 12;
/** Share of the width of a row after which releasing it runs the action. */
const FAR_SHARE = 0.35;
/** Strip at the edges of the window where swipes belong to the browser, which goes back by them. Pixels. */
const EDGE_PX = 24;

/** Side of a row that a swipe uncovers. */
export type Side = 'start' | 'end';

/** Swipe of a row in progress. */
export interface RowSwipe {
  /** Side that is uncovered. */
  readonly side: Side;
  /** Distance from the resting position of the row, as a number of pixels; positive to the right. */
  readonly dx: number;
  readonly isFar: boolean;
}

export interface RowSwipeHandlers {
  isPossible(row: HTMLElement, side: Side): boolean;
  onMove(row: HTMLElement, swipe: RowSwipe): void;
  /** Called when the finger has left the row; `swipe` is undefined if the browser took the touch over. */
  onRelease(row: HTMLElement, swipe: RowSwipe | undefined): void;
}

interface Touch {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly row: HTMLElement;
  /** Undefined until the finger has moved far enough to tell a swipe from scrolling. */
  swipe: RowSwipe | undefined;
}

/** Moves rows with the finger that swipes them. Returns a function that stops it. */
export function watchRowSwipes(page: HTMLElement, handlers: RowSwipeHandlers): () => void {
  let touch: Touch | undefined;

  const begin = ({ pointerType, isPrimary, pointerId, clientX, clientY, target }: PointerEvent) => {
    end(undefined);
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
    const isAtEdge = clientX < EDGE_PX || clientX > window.innerWidth - EDGE_PX;
    if (pointerType !== 'touch' || !isPrimary || !row || isAtEdge || row.querySelector('input'))
      return;
    touch = { id: pointerId, x: clientX, y: clientY, row, swipe: undefined };
  };

  const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
    if (touch?.id !== pointerId) return;
    const [dx, dy] = [clientX - touch.x, clientY - touch.y];
    if (touch.swipe === undefined && Math.hypot(dx, dy) < START_PX) return;
    if (touch.swipe === undefined && Math.abs(dx) < 2 * Math.abs(dy)) {
      touch = undefined;
      return;
    }
    const side = dx > 0 === isRightToLeft() ? 'end' : 'start';
    const moved = handlers.isPossible(touch.row, side) ? dx : 0;
    const isFar = Math.abs(moved) > touch.row.clientWidth * FAR_SHARE;
    touch.swipe = { side, dx: moved, isFar };
    touch.row.style.translate = `${moved}px`;
    handlers.onMove(touch.row, touch.swipe);
  };

  const end = (swipe: RowSwipe | undefined) => {
    if (touch?.swipe === undefined) {
      touch = undefined;
      return;
    }
    const { row } = touch;
    touch = undefined;
    goBack(row);
    handlers.onRelease(row, swipe);
  };
  const release = ({ pointerId }: PointerEvent) => {
    if (touch?.id === pointerId) end(touch.swipe);
  };
  const cancel = () => end(undefined);

  page.addEventListener('pointerdown', begin);
  page.addEventListener('pointermove', move);
  page.addEventListener('pointerup', release);
  page.addEventListener('pointercancel', cancel);
  return () => {
    cancel();
    page.removeEventListener('pointerdown', begin);
    page.removeEventListener('pointermove', move);
    page.removeEventListener('pointerup', release);
    page.removeEventListener('pointercancel', cancel);
  };
}

/** Lets a row slide back to its resting position. */
function goBack(row: HTMLElement): void {
  const from = row.style.translate;
  row.style.translate = '';
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  row.animate([{ translate: from }, { translate: '0' }], { duration: 180, easing: 'ease-out' });
}
