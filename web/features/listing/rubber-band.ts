import { bindKeys } from '../../lib/keyboard.ts';
import type { Box } from './grid-cover.ts';

/** Minimum movement that distinguishes a drag from a click, in pixels. */
const MIN_MOVE = 4;
/** Distance from the upper and lower edge within which the band scrolls, in pixels. */
const EDGE = 32;
/** Scroll speed in pixels per millisecond for each pixel beyond the edge, and its maximum. */
const PULL = 0.03;
const FASTEST = 3;
/** Maximum time step in milliseconds, so that a delayed frame does not jump. */
const LONGEST_STEP = 64;
const MIN_STEP = 16;

export interface BandStage {
  readonly scroller: HTMLElement;
  readonly canvas: HTMLElement;
  /** Element of the visible rectangle on the canvas. */
  readonly frame: HTMLElement;
  /** Height of the sticky header, in pixels. */
  readonly header: number;
}

export interface BandEvents {
  begin(): void;
  /** Called when the band changes its shape. */
  change(box: Box): void;
  end(how: 'released' | 'called off', box: Box): void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Follows the mouse until it is released or Escape cancels: draws the rectangle and scrolls at the edges. Returns a
 * function that ends it immediately.
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
    const tookMs = Math.min(LONGEST_STEP, now - (drawnAt ?? now - MIN_STEP));
    const before = scroller.scrollTop;
    scroller.scrollTop += pullAt(mouse.y, stage) * tookMs;
    const isPulled = scroller.scrollTop !== before;
    picture = isPulled ? requestAnimationFrame(draw) : 0;
    drawnAt = isPulled ? now : undefined;
    showFrame(frame, box());
    events.change(box());
  }

  function move({ clientX, clientY, buttons }: PointerEvent) {
    // The button was released outside the window.
    if (buttons === 0) return finish('released');
    mouse = { x: clientX, y: clientY };
    if (!begun && Math.hypot(mouse.x - pressedAt.x, mouse.y - pressedAt.y) < MIN_MOVE) return;
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

/** Measures each time, because the canvas moves while it scrolls. */
function onCanvas({ x, y }: Point, { scroller, canvas }: BandStage): Point {
  const area = canvas.getBoundingClientRect();
  const mirrored = getComputedStyle(canvas).direction === 'rtl';
  const bottom = Math.max(area.height, scroller.getBoundingClientRect().bottom - area.top);
  return {
    x: within(mirrored ? area.right - x : x - area.left, area.width),
    // A frame that reaches the end would extend the canvas.
    y: within(y - area.top, bottom - 1),
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

/** Returns the scroll speed in pixels per millisecond, which grows with the distance of the mouse. */
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
