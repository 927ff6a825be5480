import { type RefObject, useLayoutEffect, useState } from 'react';
import { roomIn } from './room-in.ts';
import {
  type Bounds,
  fitting,
  isLarger,
  kept,
  moved,
  type Point,
  type Size,
  turned,
  type View,
  zoomed,
} from './zoom.ts';

export interface Zoom {
  readonly view: View;
  /** True while the whole picture is fitted into the viewport, below the bar. */
  readonly isFit: boolean;
  /** True if the picture exceeds the viewport. */
  readonly isLarger: boolean;
  /** Number of quarter turns, from 0 to 3. */
  readonly quarters: number;
  /** Magnification relative to the original; 1 when a pixel of it is a CSS pixel. */
  readonly factor: number;
  /** `point` is relative to the centre of the viewport. */
  zoomBy(factor: number, point?: Point): void;
  zoomToWhole(point?: Point): void;
  fit(): void;
  moveBy(dx: number, dy: number): void;
  turn(): void;
}

/** View that the user has chosen. */
interface Chosen extends View {
  /** The original size was chosen, which may become known later. */
  readonly isWhole?: boolean;
}

const MIDDLE: Point = { x: 0, y: 0 };
const NO_ROOM: Size = { width: 1, height: 1 };

/** Controls the position and zoom of a picture. It is fitted until the user zooms, and stays within its bounds. */
export function useZoom(
  ground: RefObject<HTMLElement | null>,
  size: Size,
  wholeScale: number,
): Zoom {
  const room = useSizeOf(ground);
  const [quarters, setQuarters] = useState(0);
  const [chosen, setChosen] = useState<Chosen>();
  const bounds: Bounds = { picture: turned(size, quarters), room, wholeScale };
  const view = chosen ? viewOf(chosen, bounds) : fitting(bounds);
  // Several changes may occur between two renders, such as wheel events.
  const change = (next: (before: View) => Chosen) =>
    setChosen((before) => next(before ? viewOf(before, bounds) : fitting(bounds)));
  const zoomBy = (factor: number, point = MIDDLE) =>
    change((before) => zoomed(before, factor, point, bounds));

  return {
    view,
    isFit: view.scale <= fitting(bounds).scale,
    isLarger: isLarger(view, bounds),
    quarters,
    factor: view.scale / wholeScale,
    zoomBy,
    zoomToWhole: (point = MIDDLE) =>
      change((before) => ({
        ...zoomed(before, wholeScale / before.scale, point, bounds),
        isWhole: true,
      })),
    fit: () => setChosen(undefined),
    moveBy: (dx, dy) => change((before) => moved(before, dx, dy, bounds)),
    turn() {
      setQuarters((quarters + 1) % 4);
      setChosen(undefined);
    },
  };
}

function viewOf(chosen: Chosen, bounds: Bounds): View {
  if (!chosen.isWhole) return kept(chosen, bounds);
  return zoomed(chosen, bounds.wholeScale / chosen.scale, MIDDLE, bounds);
}

function useSizeOf(ground: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(NO_ROOM);
  useLayoutEffect(() => {
    const element = ground.current;
    if (!element) return undefined;
    const measure = () => {
      const { width, height } = roomIn(element);
      setSize({ width: width || 1, height: height || 1 });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [ground]);
  return size;
}
