import { useSyncExternalStore } from 'react';

/** Returns the height that a virtual keyboard leaves visible, in pixels. */
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
