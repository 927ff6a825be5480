import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { withWords } from '../../i18n/words.ts';
import { acts } from '../../state/acts.ts';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';

const load = () => withWords('files', import('../../features/act-panel/act-panel.tsx'));
const ActPanel = lazy(async () => ({ default: (await load()).ActPanel }));

/** Copies, moves and deletions go on wherever the user goes; most are over before there is anything to show. */
export function LazyActPanel() {
  const isNeeded = useStore(acts, ({ running }) => running.some(({ isLong }) => isLong));
  const isActive = useStore(acts, ({ running }) => running.length > 0);
  useEffect(() => {
    // Not only when it is needed: until then the connection may have gone.
    if (isActive) load().catch(() => {});
  }, [isActive]);
  if (!isNeeded) return null;
  return (
    // Without its script there is no card, but the act itself goes on and tells how it ended.
    <FailureBoundary onFailure={() => {}}>
      <Suspense fallback={null}>
        <ActPanel />
      </Suspense>
    </FailureBoundary>
  );
}
