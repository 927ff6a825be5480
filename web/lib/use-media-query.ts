import { useSyncExternalStore } from 'react';

/** Whether the window fits a media query now; follows changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Where the sidebar becomes a drawer and the selection's actions move to the bottom. */
export const NARROW = '(max-width: 736px)';

/** A tablet held upright, where the sidebar leaves no room for a table of several columns. */
export const NO_ROOM_FOR_TABLES = '(max-width: 1023px)';

/** A telephone held upright: too narrow for names side by side. */
export const HANDHELD = '(max-width: 480px)';
