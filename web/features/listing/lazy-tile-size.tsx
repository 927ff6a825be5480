import { lazy } from 'react';
import { LatePart } from '../../ui/late-part.tsx';

const Slider = lazy(async () => ({ default: (await import('./tile-size.tsx')).TileSize }));

/** Slider for the size of tiles, loaded after the listing. */
export function TileSize() {
  return (
    <LatePart>
      <Slider />
    </LatePart>
  );
}
