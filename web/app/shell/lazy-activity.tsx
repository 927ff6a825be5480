import { lazy, Suspense, useEffect, useState } from 'react';
import { withMessages } from '../../i18n/messages.ts';
import { loadPatiently } from '../../lib/load-patiently.ts';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';
import { AHEAD_DELAY_MS } from '../ahead-delay.ts';

const load = () => withMessages('files', import('./activity-host.tsx'));
const ActivityHost = lazy(async () => ({ default: (await loadPatiently(load)).ActivityHost }));

/** Jobs of the user, live updates of the shown folder, and undo. They begin after the first listing. `path` is below /files. */
export function LazyActivity({ path }: { path: string | undefined }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setDue(true), AHEAD_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, []);
  if (!isDue) return null;
  // The folder, or that of the shown file.
  const folder = path?.slice(0, path.lastIndexOf('/')) || '/';
  return (
    // Without it, listings are updated as before.
    <FailureBoundary onFailure={() => {}}>
      <Suspense fallback={null}>
        <ActivityHost folder={path === undefined ? undefined : folder} />
      </Suspense>
    </FailureBoundary>
  );
}
