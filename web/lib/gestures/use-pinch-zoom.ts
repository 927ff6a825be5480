import { useSyncExternalStore } from 'react';

/** Two fingers seldom let go of exactly one. */
const LEAST_SCALE = 1.02;

/** Whether two fingers have brought the page nearer, so that one finger moves it. */
export function usePinchZoom(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.visualViewport?.addEventListener('resize', changed);
      return () => window.visualViewport?.removeEventListener('resize', changed);
    },
    () => (window.visualViewport?.scale ?? 1) > LEAST_SCALE,
  );
}
