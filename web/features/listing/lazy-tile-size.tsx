import type { ViewMode } from '#contract/users.ts';
import { lazy, Suspense } from 'react';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';

const Slider = lazy(async () => ({ default: (await import('./tile-size.tsx')).TileSize }));

/** Slider for the size of tiles, loaded after the listing. */
export function TileSize(props: { mode: ViewMode }) {
  return (
    <FailureBoundary onFailure={() => {}}>
      <Suspense>
        <Slider {...props} />
      </Suspense>
    </FailureBoundary>
  );
}
