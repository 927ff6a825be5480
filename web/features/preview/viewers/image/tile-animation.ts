/** Time in which a picture grows out of its tile, or shrinks into it. Milliseconds. */
export const TILE_ANIMATION = { duration: 200, easing: 'cubic-bezier(0.2, 0, 0, 1)' } as const;

/** Returns the steps from a tile, which shows the middle of the picture, to the whole picture, which is laid out at `to`. */
export function stepsFromTile(from: DOMRect, to: DOMRect): Keyframe[] {
  const scale = Math.max(from.width / to.width, from.height / to.height);
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  const cutX = 50 - (50 * from.width) / (to.width * scale);
  const cutY = 50 - (50 * from.height) / (to.height * scale);
  return [
    {
      transform: `translate(${x}px, ${y}px) scale(${scale})`,
      clipPath: `inset(${cutY}% ${cutX}%)`,
    },
    { transform: 'none', clipPath: 'inset(0)' },
  ];
}

export function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
