import { bindKeys } from '../../lib/keyboard.ts';
import type { Box } from './grid-geometry.ts';

/** A mouse that moves less is clicking. Pixels. */
const LEAST_MOVE = 4;
/** Within so many pixels of the upper and the lower edge the band pulls the canvas along. */
const EDGE = 32;
/** Pixels in a millisecond for each pixel that the mouse is beyond the edge, and the most of all. */
const PULL = 0.03;
const FASTEST = 3;
/** A page that was busy for longer does not leap. Milliseconds. */
const LONGEST_STEP = 64;
const LEAST_STEP = 16;

export interface BandStage {
  readonly scroller: HTMLElement;
  readonly canvas: HTMLElement;
  /** The rectangle that is seen; it lies on the canvas. */
  readonly frame: HTMLElement;
  /** Pixels at the top of the scroller that cover the canvas. */
  readonly header: number;
}

export interface BandEvents {
  begin(): void;
  /** The band has another shape. */
  change(box: Box): void;
  end(how: 'released' | 'called off', box: Box): void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Follows the mouse from where it was pressed until it is released, or Escape calls it off: draws the
 * rectangle between and scrolls at the edges. The function returned ends it at once.
 */
export function followBand(
  pressed: { readonly clientX: number; readonly clientY: number },
  stage: BandStage,
  events: BandEvents,
): () => void {
  const { scroller, frame } = stage;
  const pressedAt: Point = { x: pressed.clientX, y: pressed.clientY };
  const origin = onCanvas(pressedAt, stage);
  const done = new AbortController();
  let mouse = pressedAt;
  let begun = false;
  let picture = 0;
  let drawnAt: number | undefined;

  const box = () => boxBetween(origin, onCanvas(mouse, stage));

  function draw(now: number) {
    const tookMs = Math.min(LONGEST_STEP, now - (drawnAt ?? now - LEAST_STEP));
    const before = scroller.scrollTop;
    scroller.scrollTop += pullAt(mouse.y, stage) * tookMs;
    const isPulled = scroller.scrollTop !== before;
    picture = isPulled ? requestAnimationFrame(draw) : 0;
    drawnAt = isPulled ? now : undefined;
    showFrame(frame, box());
    events.change(box());
  }

  function move({ clientX, clientY, buttons }: PointerEvent) {
    // Released where nobody could see it, such as outside of the window.
    if (buttons === 0) return finish('released');
    mouse = { x: clientX, y: clientY };
    if (!begun && Math.hypot(mouse.x - pressedAt.x, mouse.y - pressedAt.y) < LEAST_MOVE) return;
    if (!begun) events.begin();
    begun = true;
    if (picture === 0) picture = requestAnimationFrame(draw);
  }

  function finish(how: 'released' | 'called off') {
    done.abort();
    cancelAnimationFrame(picture);
    frame.hidden = true;
    if (begun) events.end(how, box());
  }

  const { signal } = done;
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', () => finish('released'), { signal });
  window.addEventListener('pointercancel', () => finish('called off'), { signal });
  const unbind = bindKeys('drag', (_, pressed) => {
    if (pressed !== 'Escape' || !begun) return false;
    finish('called off');
    return true;
  });
  signal.addEventListener('abort', unbind);
  return () => finish('called off');
}

/** Measured anew each time: the canvas moves under the mouse while it scrolls. */
function onCanvas({ x, y }: Point, { scroller, canvas }: BandStage): Point {
  const place = canvas.getBoundingClientRect();
  const mirrored = getComputedStyle(canvas).direction === 'rtl';
  const bottom = Math.max(place.height, scroller.getBoundingClientRect().bottom - place.top);
  return {
    x: within(mirrored ? place.right - x : x - place.left, place.width),
    // A little above the end: a frame that reaches it would make the canvas longer.
    y: within(y - place.top, bottom - 1),
  };
}

function boxBetween(a: Point, b: Point): Box {
  return {
    start: Math.min(a.x, b.x),
    end: Math.max(a.x, b.x),
    top: Math.min(a.y, b.y),
    bottom: Math.max(a.y, b.y),
  };
}

/** How fast to scroll, in pixels and milliseconds: the faster, the farther out the mouse is. */
function pullAt(y: number, { scroller, header }: BandStage): number {
  const { top, bottom } = scroller.getBoundingClientRect();
  const above = top + header + EDGE - y;
  const below = y - (bottom - EDGE);
  const pull = above > 0 ? -above : Math.max(0, below);
  return Math.max(-FASTEST, Math.min(FASTEST, pull * PULL));
}

function showFrame(frame: HTMLElement, { start, end, top, bottom }: Box) {
  frame.hidden = false;
  frame.style.insetInlineStart = `${start}px`;
  frame.style.insetBlockStart = `${top}px`;
  frame.style.inlineSize = `${end - start}px`;
  frame.style.blockSize = `${bottom - top}px`;
}

function within(value: number, max: number): number {
  return Math.max(0, Math.min(value, max));
}
