import { type KeyPress, latinKey } from '../../../../lib/keyboard.ts';
import type { Zoom } from './use-zoom.ts';
import { ZOOM_STEP } from './zoom.ts';

/** CSS pixels by which an arrow key moves a picture. */
const MOVE_PX = 80;

/** Returns what a key does to a picture; undefined if nothing. Arrows and Escape act only while the picture exceeds the viewport. */
export function pictureKey(
  event: Omit<KeyPress, 'shiftKey'>,
  zoom: Zoom,
): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const move = (dx: number, dy: number) =>
    zoom.isLarger ? () => zoom.moveBy(dx * MOVE_PX, dy * MOVE_PX) : undefined;
  const actions: Readonly<Record<string, (() => void) | undefined>> = {
    '+': () => zoom.zoomBy(ZOOM_STEP),
    '=': () => zoom.zoomBy(ZOOM_STEP),
    '-': () => zoom.zoomBy(1 / ZOOM_STEP),
    '0': zoom.fit,
    '1': () => zoom.zoomToWhole(),
    r: zoom.turn,
    R: zoom.turn,
    ArrowLeft: move(1, 0),
    ArrowRight: move(-1, 0),
    ArrowUp: move(0, 1),
    ArrowDown: move(0, -1),
    Escape: zoom.isLarger ? zoom.fit : undefined,
  };
  return actions[latinKey(event)];
}
