import { lazy, Suspense } from 'react';
import { loadPatiently } from '../../lib/load-patiently.ts';
import { ListingSkeleton } from './listing-skeleton.tsx';

/** Loads after the first listing. */
const ListingError = lazy(() =>
  loadPatiently(async () => ({ default: (await import('./listing-error.tsx')).ListingError })),
);

/** Shown in the place of a folder or file that is loading, or that could not be loaded. */
export function Unready({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  const waiting = <ListingSkeleton />;
  if (!error) return waiting;
  return (
    <Suspense fallback={waiting}>
      <ListingError failure={error} onRetry={onRetry} />
    </Suspense>
  );
}
