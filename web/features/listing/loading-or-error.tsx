import { lazy, Suspense } from 'react';
import { loadPatiently } from '../../lib/load-patiently.ts';
import { ListingSkeleton } from './listing-skeleton.tsx';

/** Loads the code that shows an error. Call it after the first listing: the next folder may be opened without a connection. */
export async function loadListingError() {
  return { default: (await import('./listing-error.tsx')).ListingError };
}

const ListingError = lazy(() => loadPatiently(loadListingError));

/**
 * Notice that a listing may be out of date. It is built into the same file as `ListingError`, so that it is loaded
 * before the connection is lost.
 */
export const StaleNotice = lazy(async () => ({
  default: (await import('../../ui/data-view/stale-notice.tsx')).StaleNotice,
}));

/** Shown in the place of a folder or file that is loading, or that could not be loaded. */
export function LoadingOrError({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  const waiting = <ListingSkeleton />;
  if (!error) return waiting;
  return (
    <Suspense fallback={waiting}>
      <ListingError failure={error} onRetry={onRetry} />
    </Suspense>
  );
}
