import { activeTile } from '../../../../state/opened-tile.ts';
import { prefersReducedMotion, stepsFromTile, TILE_ANIMATION } from './tile-animation.ts';

/** Number of frames within which the tile has to appear in the folder: half a second, more on slow machines. Then the picture fades. */
const MAX_FRAMES = 30;

/**
 * Lets the picture of the viewer shrink into its tile, which is the active one of the folder that the user returns to. Call it before the
 * viewer closes. Does nothing without a picture, or if the user prefers reduced motion.
 */
export function shrinkIntoTile(viewer: HTMLElement | null): void {
  const picture = viewer?.querySelector<HTMLImageElement>('img[data-loaded]');
  if (!picture?.style.transform.endsWith('rotate(0deg)') || prefersReducedMotion()) return;
  const box = picture.getBoundingClientRect();
  const copy = new Image();
  copy.src = picture.currentSrc;
  copy.dataset['part'] = 'shrinking-picture';
  copy.ariaHidden = 'true';
  Object.assign(copy.style, {
    position: 'fixed',
    insetBlockStart: `${box.top}px`,
    left: `${box.left}px`,
    inlineSize: `${box.width}px`,
    blockSize: `${box.height}px`,
    maxInlineSize: 'none',
    zIndex: 'var(--z-drawer)',
    pointerEvents: 'none',
  });
  document.body.append(copy);
  let frames = 0;
  requestAnimationFrame(function look() {
    // The viewer has to be gone, because it may have small pictures itself.
    const tile = viewer?.isConnected === true ? undefined : activeTile();
    if (tile === undefined && frames < MAX_FRAMES) {
      frames += 1;
      requestAnimationFrame(look);
      return;
    }
    const steps = tile
      ? stepsFromTile(tile.getBoundingClientRect(), box).toReversed()
      : [{ opacity: 1 }, { opacity: 0 }];
    copy.animate(steps, TILE_ANIMATION).addEventListener('finish', () => copy.remove());
  });
}
