import { type ComponentType, lazy, useState } from 'react';
import { LatePart } from '../../ui/late-part.tsx';
import { loadPatiently } from '../../lib/load-patiently.ts';

let loaded: ComponentType | undefined;

async function loadTileSize(): Promise<{ default: ComponentType }> {
  loaded ??= (await import('./tile-size.tsx')).TileSize;
  return { default: loaded };
}

/** Slider for the size of tiles, loaded after the listing. Repeats a failed load for 20 seconds. */
export function TileSize() {
  const [Slider] = useState(() => loaded ?? lazy(() => loadPatiently(loadTileSize)));
  return (
    <LatePart>
      <Slider />
    </LatePart>
  );
}
