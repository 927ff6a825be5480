import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { withWords } from '../../i18n/words.ts';
import { runningOperations } from '../../state/running-operations.ts';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';

const load = () => withWords('files', import('../../features/operation-panel/operation-panel.tsx'));
const OperationPanel = lazy(async () => ({ default: (await load()).OperationPanel }));

/** Copies, moves and deletions go on wherever the user goes; most are over before there is anything to show. */
export function LazyOperationPanel() {
  const isNeeded = useStore(runningOperations, ({ running }) =>
    running.some(({ isLong }) => isLong),
  );
  const isActive = useStore(runningOperations, ({ running }) => running.length > 0);
  useEffect(() => {
    // Not only when it is needed: until then the connection may have gone.
    if (isActive) load().catch(() => {});
  }, [isActive]);
  if (!isNeeded) return null;
  return (
    // Without its script there is no card, but the act itself goes on and tells how it ended.
    <FailureBoundary onFailure={() => {}}>
      <Suspense fallback={null}>
        <OperationPanel />
      </Suspense>
    </FailureBoundary>
  );
}
