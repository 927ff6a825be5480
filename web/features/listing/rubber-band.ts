import { bindKeys } from '../../lib/keyboard.ts';
import type { Box } from './grid-cover.ts';

/** Minimum movement that distinguishes a drag from a click, in pixels. */
const MIN_MOVE = 4;
/** Distance from the upper and lower edge within which the band scrolls, in pixels. */
const EDGE = 32;
/** Scroll speed in pixels per millisecond for each pixel that the mouse is beyond the edge, and its maximum. */
const SPEED_PER_PIXEL = 0.03;
const MAX_SPEED = 3;
/**
 * Limits of the time between two frames, in milliseconds. The maximum avoids a jump after a delayed frame; the first
 * frame counts as the minimum.
 */
const MAX_STEP = 64;
const MIN_STEP = 16;

/** Elements in which a rubber band is drawn. */
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
  end(how: 'released' | 'cancelled', box: Box): void;
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
  pressed: {
    readonly clientX: number;
    readonly clientY: number;
    /** Last movement since the press, if it was followed elsewhere until now. */
    readonly latestMove?: PointerEvent | undefined;
  },
  stage: BandStage,
  events: BandEvents,
): () => void {
  const { scroller, frame } = stage;
  const pressedAt: Point = { x: pressed.clientX, y: pressed.clientY };
  const origin = onCanvas(pressedAt, stage);
  const done = new AbortController();
  let mouse = pressedAt;
  let begun = false;
  let frameRequest = 0;
  let drawnAt: number | undefined;

  const box = () => boxBetween(origin, onCanvas(mouse, stage));

  function draw(now: number) {
    const tookMs = Math.min(MAX_STEP, now - (drawnAt ?? now - MIN_STEP));
    const before = scroller.scrollTop;
    scroller.scrollTop += scrollSpeedAt(mouse.y, stage) * tookMs;
    const isScrolled = scroller.scrollTop !== before;
    frameRequest = isScrolled ? requestAnimationFrame(draw) : 0;
    drawnAt = isScrolled ? now : undefined;
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
    if (frameRequest === 0) frameRequest = requestAnimationFrame(draw);
  }

  function finish(how: 'released' | 'cancelled') {
    done.abort();
    cancelAnimationFrame(frameRequest);
    frame.hidden = true;
    if (begun) events.end(how, box());
  }

  const { signal } = done;
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', () => finish('released'), { signal });
  window.addEventListener('pointercancel', () => finish('cancelled'), { signal });
  const unbind = bindKeys('drag', (_, pressed) => {
    if (pressed !== 'Escape' || !begun) return false;
    finish('cancelled');
    return true;
  });
  signal.addEventListener('abort', unbind);
  if (pressed.latestMove) move(pressed.latestMove);
  return () => finish('cancelled');
}

/** Returns a point of the window in coordinates of the canvas. Measures each time, because the canvas moves while it scrolls. */
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
function scrollSpeedAt(y: number, { scroller, header }: BandStage): number {
  const { top, bottom } = scroller.getBoundingClientRect();
  const above = top + header + EDGE - y;
  const below = y - (bottom - EDGE);
  const beyond = above > 0 ? -above : Math.max(0, below);
  return Math.max(-MAX_SPEED, Math.min(MAX_SPEED, beyond * SPEED_PER_PIXEL));
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
