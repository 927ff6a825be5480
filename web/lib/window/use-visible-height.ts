import { useSyncExternalStore } from 'react';

/** Pixels of the window that no keyboard on the screen covers. */
export function useVisibleHeight(): number {
  return useSyncExternalStore(subscribe, () =>
    Math.round(window.visualViewport?.height ?? window.innerHeight),
  );
}

function subscribe(changed: () => void): () => void {
  const { visualViewport } = window;
  visualViewport?.addEventListener('resize', changed);
  return () => visualViewport?.removeEventListener('resize', changed);
}
