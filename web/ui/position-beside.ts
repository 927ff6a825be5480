/** Distance from the anchor in pixels. */
const GAP = 6;
/** Minimum distance from the edges of the window in pixels. */
const EDGE = 8;

/**
 * Positions a floating box below its anchor if it fits, otherwise above, and always inside the window. At a point, such as the pointer, it
 * moves up only as far as it must.
 */
export function positionBeside(
  box: HTMLElement,
  anchor: DOMRect,
  { centred }: { centred: boolean },
) {
  const size = box.getBoundingClientRect();
  const startsAtRight = getComputedStyle(box).direction === 'rtl';
  const aligned = startsAtRight ? anchor.right - size.width : anchor.left;
  const left = centred ? anchor.left + (anchor.width - size.width) / 2 : aligned;
  const below = anchor.bottom + GAP;
  const fitsBelow = below + size.height + EDGE <= window.innerHeight;
  const isPoint = anchor.width === 0 && anchor.height === 0;
  const top = fitsBelow || isPoint ? below : anchor.top - GAP - size.height;

  // Coordinates are measured, so physical properties are correct here.
  box.style.left = `${within(left, window.innerWidth - size.width - EDGE)}px`;
  box.style.top = `${within(top, window.innerHeight - size.height - EDGE)}px`;
}

function within(value: number, max: number): number {
  return Math.round(Math.max(EDGE, Math.min(value, max)));
}
