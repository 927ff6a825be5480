import { useSyncExternalStore } from 'react';

/** Returns true while the window matches a media query. */
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

/** Below this width, the sidebar becomes a drawer and the selection's actions move to the bottom. */
export const NARROW = '(max-width: 736px)';

/** Below this width, such as on a tablet in portrait, tables become lists of cards. */
export const NO_ROOM_FOR_TABLES = '(max-width: 1023px)';

/** Phone in portrait: too narrow for names side by side. */
export const HANDHELD = '(max-width: 480px)';
