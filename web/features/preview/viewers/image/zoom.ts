/** Lengths in CSS pixels or in pixels of a picture. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How a picture lies in the room it is looked at in. */
export interface View {
  /** CSS pixels for each pixel of the picture. */
  readonly scale: number;
  /** From the middle of the room to the middle of the picture, in CSS pixels to the right and down. */
  readonly x: number;
  readonly y: number;
}

/** What a view has to keep to. */
export interface Bounds {
  /** The picture as it stands after its turns. */
  readonly picture: Size;
  readonly room: Size;
  /** The scale at which a pixel of the picture as it is stored is a CSS pixel; a smaller preview has another one than 1. */
  readonly wholeScale: number;
}

export const ZOOM_STEP = 1.25;
const MOST_TIMES = 8;

/** The whole picture in the middle of the room, never larger than it is. */
export function fitting({ picture, room, wholeScale }: Bounds): View {
  const scale = Math.min(room.width / picture.width, room.height / picture.height, wholeScale);
  return { scale, x: 0, y: 0 };
}

/** Nearer or farther by `factor`; what is at `point`, counted from the middle of the room, stays there. */
export function zoomed(view: View, factor: number, point: Point, bounds: Bounds): View {
  const scale = scaleWithin(view.scale * factor, bounds);
  const change = scale / view.scale;
  return kept(
    { scale, x: point.x - (point.x - view.x) * change, y: point.y - (point.y - view.y) * change },
    bounds,
  );
}

export function moved(view: View, dx: number, dy: number, bounds: Bounds): View {
  return kept({ ...view, x: view.x + dx, y: view.y + dy }, bounds);
}

/** The nearest view that leaves no room empty which the picture could fill. */
export function kept({ scale, x, y }: View, bounds: Bounds): View {
  const inside = scaleWithin(scale, bounds);
  const { width, height } = hidden(inside, bounds);
  return {
    scale: inside,
    x: clamp(x, -width / 2, width / 2),
    y: clamp(y, -height / 2, height / 2),
  };
}

/** Whether there is more of the picture than fits into the room. */
export function isLarger({ scale }: View, bounds: Bounds): boolean {
  const { width, height } = hidden(scale, bounds);
  // Half a pixel comes from rounding.
  return width > 0.5 || height > 0.5;
}

/** A picture after so many quarter turns. */
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
  return clamp(scale, least, MOST_TIMES * Math.max(bounds.wholeScale, least));
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
