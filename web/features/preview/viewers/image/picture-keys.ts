import type { Zoom } from './use-zoom.ts';
import { ZOOM_STEP } from './zoom.ts';

const MOVE_PX = 80;

/** What a key does with a picture. The arrows and Escape are the picture's only while it is larger than the room. */
export function pictureKey(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  zoom: Zoom,
): (() => void) | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const move = (dx: number, dy: number) =>
    zoom.isLarger ? () => zoom.moveBy(dx * MOVE_PX, dy * MOVE_PX) : undefined;
  const acts: Readonly<Record<string, (() => void) | undefined>> = {
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
  return acts[key];
}
