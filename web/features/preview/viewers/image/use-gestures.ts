import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { roomIn } from './room-in.ts';
import type { Zoom } from './use-zoom.ts';
import type { Point } from './zoom.ts';

/** Pixels of a wheel or touch-pad pinch that magnify by the factor e. */
const WHEEL_PX = 500;
const PINCH_PX = 100;
/** Pixels of a line, for mice that report lines. */
const LINE_PX = 16;
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 32;

/** Returns handlers of an element that zoom by wheel, pinch and double click or tap, and pan by dragging. */
export function useGestures(ground: RefObject<HTMLElement | null>, zoom: Zoom) {
  const latest = useRef(zoom);
  useEffect(() => {
    latest.current = zoom;
  });
  const pointers = useRef(new Map<number, Point>());
  const lastTap = useRef<{ at: number; point: Point }>(undefined);
  const wasTouch = useRef(false);

  useEffect(() => {
    const element = ground.current;
    const onWheel = (event: WheelEvent) => {
      // Prevents the browser from zooming the page.
      event.preventDefault();
      const pixels =
        event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PX : event.deltaY;
      const factor = Math.exp(-pixels / (event.ctrlKey ? PINCH_PX : WHEEL_PX));
      latest.current.zoomBy(factor, fromMiddle(event, element));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [ground]);

  const toggle = (point: Point) => {
    if (zoom.isFit) zoom.zoomToWhole(point);
    else zoom.fit();
  };
  const release = ({ pointerId }: PointerEvent) => pointers.current.delete(pointerId);

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      wasTouch.current = event.pointerType === 'touch';
      if (event.button !== 0) return;
      pointers.current.set(event.pointerId, pointOf(event));
      if (zoom.isLarger) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const now = pointOf(event);
      pointers.current.set(event.pointerId, now);
      const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId);
      if (other) pinch(zoom, middleOf(ground.current), { before, now, other: other[1] });
      else zoom.moveBy(now.x - before.x, now.y - before.y);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const wasAlone = pointers.current.size === 1;
      release(event);
      if (event.pointerType !== 'touch' || !wasAlone) return;
      const tap = { at: event.timeStamp, point: pointOf(event) };
      const isDouble = lastTap.current !== undefined && isDoubleTap(lastTap.current, tap);
      lastTap.current = isDouble ? undefined : tap;
      if (isDouble) toggle(fromMiddle(event, ground.current));
    },
    onPointerCancel: release,
    onDoubleClick(event: { clientX: number; clientY: number }) {
      // Double taps are handled above, because not all browsers report them as double clicks.
      if (!wasTouch.current) toggle(fromMiddle(event, ground.current));
    },
  };
}

/** Zooms and pans for a move of one of two fingers; the other one has not moved. */
function pinch(
  zoom: Zoom,
  middle: Point,
  { before, now, other }: { before: Point; now: Point; other: Point },
): void {
  const factor = distance(now, other) / Math.max(1, distance(before, other));
  const centre = { x: (now.x + other.x) / 2 - middle.x, y: (now.y + other.y) / 2 - middle.y };
  zoom.zoomBy(factor, centre);
  zoom.moveBy((now.x - before.x) / 2, (now.y - before.y) / 2);
}

interface Tap {
  readonly at: number;
  readonly point: Point;
}

function isDoubleTap(first: Tap, second: Tap): boolean {
  return (
    second.at - first.at < DOUBLE_TAP_MS && distance(first.point, second.point) < DOUBLE_TAP_PX
  );
}

function pointOf({ clientX: x, clientY: y }: { clientX: number; clientY: number }): Point {
  return { x, y };
}

/** Returns the position of an event in pixels from the middle of the element, as `Zoom` expects it. */
function fromMiddle(
  event: { clientX: number; clientY: number },
  element: HTMLElement | null,
): Point {
  const { x, y } = pointOf(event);
  const middle = middleOf(element);
  return { x: x - middle.x, y: y - middle.y };
}

function middleOf(element: HTMLElement | null): Point {
  return element ? roomIn(element).middle : { x: 0, y: 0 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
