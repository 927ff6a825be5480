import { activeTile } from '../../../../state/opened-tile.ts';
import { prefersReducedMotion, stepsFromTile, TILE_ANIMATION } from './tile-animation.ts';

/** Time within which the tile has to appear in the folder, in milliseconds. */
const MAX_WAIT_MS = 500;

/**
 * Animates a copy of the shown picture into its tile in the folder. Call it before the viewer closes. Waits up to half a second for
 * the tile; without one, the copy fades. Does nothing without a loaded picture, for a rotated one, or with reduced motion.
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
  const deadline = performance.now() + MAX_WAIT_MS;
  requestAnimationFrame(function waitForTile(now) {
    // The viewer has to be gone, because it may have small pictures itself.
    const tile = viewer?.isConnected === true ? undefined : activeTile();
    if (tile === undefined && now < deadline) {
      requestAnimationFrame(waitForTile);
      return;
    }
    const steps = tile
      ? stepsFromTile(tile.getBoundingClientRect(), box).toReversed()
      : [{ opacity: 1 }, { opacity: 0 }];
    copy.animate(steps, TILE_ANIMATION).addEventListener('finish', () => copy.remove());
  });
}
