import { useSyncExternalStore } from 'react';

/** Tolerance, because two fingers seldom return to a scale of exactly 1. */
const MIN_SCALE = 1.02;

/** Returns true while the page is zoomed with two fingers. One finger then pans it and must not swipe. */
export function usePinchZoom(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.visualViewport?.addEventListener('resize', changed);
      return () => window.visualViewport?.removeEventListener('resize', changed);
    },
    () => (window.visualViewport?.scale ?? 1) > MIN_SCALE,
  );
}
