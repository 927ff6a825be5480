import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { loadPatiently } from '../lib/load-patiently.ts';
import { toasts } from '../state/toasts.ts';
import { FailureBoundary } from '../ui/failure-boundary.tsx';
import { useDue } from './use-due.ts';

const load = () => import('./toast-host.tsx');
const ToastHost = lazy(async () => ({ default: (await loadPatiently(load)).ToastHost }));

/** Messages at the bottom of the page. What shows them loads after the first listing, or with the first message. */
export function LazyToasts() {
  const [isDue] = useDue();
  const isNeeded = useStore(toasts, ({ shown }) => shown.length > 0);
  if (!isDue && !isNeeded) return null;
  return (
    <FailureBoundary onFailure={() => {}}>
      <Suspense fallback={null}>
        <ToastHost />
      </Suspense>
    </FailureBoundary>
  );
}
