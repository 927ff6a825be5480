import type { FileInfo } from '#contract/files.ts';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { OpenedTile } from '../../../../state/opened-tile.ts';
import styles from './image-viewer.module.css';
import { roomIn } from './room-in.ts';
import { prefersReducedMotion, stepsFromTile, TILE_ANIMATION } from './tile-animation.ts';
import { fitting, type Size } from './zoom.ts';

/**
 * Small picture of a tile, enlarged to where it belongs in the picture of the viewer until that is loaded. It grows out of the tile,
 * unless the user prefers reduced motion.
 */
export function GrowingTile({
  tile: { address, box, isSquare },
  resolution,
  ground,
  onGrowing,
}: {
  tile: OpenedTile;
  /** Size of the original in pixels; undefined until it is known. */
  resolution: FileInfo['resolution'];
  /** Element of the viewer that the picture is fitted into. */
  ground: RefObject<HTMLElement | null>;
  /** Called with true when the picture begins to grow, and with false when it has its final size. */
  onGrowing(isGrowing: boolean): void;
}) {
  const image = useRef<HTMLImageElement>(null);
  const [natural, setNatural] = useState<Size>();
  // A square picture does not tell how much of the original is cut off.
  const whole = resolution ?? (isSquare ? undefined : natural);
  const isReady = natural !== undefined && whole !== undefined;
  useLayoutEffect(() => {
    const [element, viewport] = [image.current, ground.current];
    if (!isReady || !element || !viewport) return undefined;
    const size = sizeIn(roomIn(viewport), whole, isSquare);
    element.style.inlineSize = `${size.width}px`;
    element.style.blockSize = `${size.height}px`;
    if (prefersReducedMotion()) return undefined;
    onGrowing(true);
    const steps = stepsFromTile(box, element.getBoundingClientRect());
    const growing = element.animate(steps, TILE_ANIMATION);
    growing.addEventListener('finish', () => onGrowing(false));
    return () => growing.cancel();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- grows once
  }, [isReady]);
  return (
    <img
      ref={image}
      className={styles.tile}
      data-ready={isReady || undefined}
      src={address}
      alt=""
      draggable={false}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
        setNatural({ width, height })
      }
    />
  );
}

/** Returns the size of a small picture in the viewer: that of the whole picture, or of the square in its middle. */
function sizeIn(room: Size, whole: Size, isSquare: boolean): Size {
  const { scale } = fitting({ picture: whole, room, wholeScale: 1 });
  const [width, height] = [whole.width * scale, whole.height * scale];
  const side = Math.min(width, height);
  return isSquare ? { width: side, height: side } : { width, height };
}
