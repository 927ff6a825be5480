/** Lengths in CSS pixels or pixels of a picture. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Scale and position of a picture in the viewport. */
export interface View {
  /** CSS pixels per pixel of the picture. */
  readonly scale: number;
  /** Offset from the centre of the viewport to the centre of the picture, in CSS pixels to the right and down. */
  readonly x: number;
  readonly y: number;
}

/** Limits of a view. */
export interface Bounds {
  /** Size of the picture after rotation. */
  readonly picture: Size;
  readonly room: Size;
  /** Scale at which a pixel of the original is a CSS pixel. Differs from 1 for a preview. */
  readonly wholeScale: number;
}

/** Factor of one step of zooming. */
export const ZOOM_STEP = 1.25;
/** Maximum magnification relative to the original. */
const MAX_SCALE = 8;

/** Centres the whole picture, without enlarging it. */
export function fitting({ picture, room, wholeScale }: Bounds): View {
  const scale = Math.min(room.width / picture.width, room.height / picture.height, wholeScale);
  return { scale, x: 0, y: 0 };
}

/** Zooms by `factor` and keeps `point`, which is relative to the centre of the viewport, in place. */
export function zoomed(view: View, factor: number, point: Point, bounds: Bounds): View {
  const scale = scaleWithin(view.scale * factor, bounds);
  const change = scale / view.scale;
  return kept(
    { scale, x: point.x - (point.x - view.x) * change, y: point.y - (point.y - view.y) * change },
    bounds,
  );
}

/** Moves the picture by a distance in CSS pixels, within its bounds. */
export function moved(view: View, dx: number, dy: number, bounds: Bounds): View {
  return kept({ ...view, x: view.x + dx, y: view.y + dy }, bounds);
}

/** Returns the nearest view that leaves no avoidable empty space. */
export function kept({ scale, x, y }: View, bounds: Bounds): View {
  const inside = scaleWithin(scale, bounds);
  const { width, height } = hidden(inside, bounds);
  return {
    scale: inside,
    x: clamp(x, -width / 2, width / 2),
    y: clamp(y, -height / 2, height / 2),
  };
}

/** Returns true if the picture exceeds the viewport. */
export function isLarger({ scale }: View, bounds: Bounds): boolean {
  const { width, height } = hidden(scale, bounds);
  // Tolerance for rounding.
  return width > 0.5 || height > 0.5;
}

/** Returns the size of a picture after a number of quarter turns. */
export function turned({ width, height }: Size, quarters: number): Size {
  return quarters % 2 === 0 ? { width, height } : { width: height, height: width };
}

function hidden(scale: number, { picture, room }: Bounds): Size {
  return {
    width: Math.max(0, picture.width * scale - room.width),
    height: Math.max(0, picture.height * scale - room.height),
  };
}

function scaleWithin(scale: number, bounds: Bounds): number {
  const least = fitting(bounds).scale;
  return clamp(scale, least, MAX_SCALE * Math.max(bounds.wholeScale, least));
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
