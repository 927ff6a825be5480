import { lazy, Suspense } from 'react';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';

const Slider = lazy(async () => ({ default: (await import('./tile-size.tsx')).TileSize }));

/** Slider for the size of tiles, loaded after the listing. */
export function TileSize() {
  return (
    <FailureBoundary onFailure={() => {}}>
      <Suspense>
        <Slider />
      </Suspense>
    </FailureBoundary>
  );
}
