import { useSyncExternalStore } from 'react';

/** Zoom factor up to which the page counts as not zoomed. */
const MIN_SCALE = 1.01;

/** Returns the height at the bottom of the window that a virtual keyboard hides, in pixels. 0 while the page is zoomed. */
export function useHiddenHeight(): number {
  return useSyncExternalStore(subscribe, hiddenHeight);
}

function hiddenHeight(): number {
  const { visualViewport, innerHeight } = window;
  if (!visualViewport || visualViewport.scale > MIN_SCALE) return 0;
  return Math.max(0, Math.round(innerHeight - visualViewport.height - visualViewport.offsetTop));
}

function subscribe(changed: () => void): () => void {
  const { visualViewport } = window;
  visualViewport?.addEventListener('resize', changed);
  visualViewport?.addEventListener('scroll', changed);
  return () => {
    visualViewport?.removeEventListener('resize', changed);
    visualViewport?.removeEventListener('scroll', changed);
  };
}
