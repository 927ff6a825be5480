import { useEffect, useRef, useState } from 'react';
import { useKeys } from '../../../../lib/keyboard.ts';
import { forgetTile, openedTile } from '../../../../state/opened-tile.ts';
import { Waiting } from '../../waiting.tsx';
import type { ViewerProps } from '../viewer.ts';
import { GrowingTile } from './growing-tile.tsx';
import styles from './image-viewer.module.css';
import { pictureKey } from './picture-keys.ts';
import { mayBeTransparent } from './picture-source.ts';
import { PictureTools } from './picture-tools.tsx';
import { useGestures } from './use-gestures.ts';
import { usePicture } from './use-picture.ts';
import { useZoom } from './use-zoom.ts';
import type { Size } from './zoom.ts';

const UNKNOWN: Size = { width: 1, height: 1 };
/** Magnification from which a preview looks blurred. */
const BLURRED_FROM = 1.25;

/** Picture with zoom and panning. */
export function ImageViewer({ file, onUnshowable, onReady }: ViewerProps) {
  const ground = useRef<HTMLDivElement>(null);
  const picture = usePicture(file, onUnshowable);
  const size = picture.size ?? UNKNOWN;
  const zoom = useZoom(ground, size, picture.fullWidth / size.width);
  const gestures = useGestures(ground, zoom);
  useKeys('viewer', (event) => {
    const action = pictureKey(event, zoom);
    action?.();
    return action !== undefined;
  });

  const { full, loadFull } = picture;
  const isBlurred = picture.size !== undefined && zoom.view.scale > BLURRED_FROM;
  useEffect(() => {
    if (isBlurred && full === 'offered') loadFull();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- one that failed is not asked for again by itself
  }, [isBlurred]);

  const [tile] = useState(() => openedTile(file.path));
  useEffect(forgetTile, []);
  const [isGrowing, setGrowing] = useState(false);
  const isShown = picture.size !== undefined && !isGrowing;

  const { scale, x, y } = zoom.view;
  return (
    <div
      ref={ground}
      className={styles.ground}
      data-own-gestures={zoom.isLarger || undefined}
      {...gestures}
    >
      <img
        className={styles.picture}
        src={picture.address}
        alt={file.name}
        draggable={false}
        data-loaded={isShown || undefined}
        data-chequered={mayBeTransparent(file.name) || undefined}
        style={{
          inlineSize: size.width * scale,
          blockSize: size.height * scale,
          transform: `translate(${x}px, ${y}px) rotate(${zoom.quarters * 90}deg)`,
        }}
        onLoad={(event) => {
          picture.onLoad(event);
          onReady?.();
        }}
        onError={picture.onError}
      />
      {tile && !isShown && (
        <GrowingTile
          tile={tile}
          resolution={file.resolution}
          ground={ground}
          onGrowing={setGrowing}
        />
      )}
      {picture.size ? <PictureTools picture={picture} zoom={zoom} /> : <Waiting />}
    </div>
  );
}
