import { useEffect, useRef } from 'react';
import { belongsElsewhere } from '../../actions/shortcut-of.ts';

/**
 * The keys that a viewer has for itself, wherever the focus is, before the frame sees them. `meaningOf` returns what a
 * key does, or nothing when it is not the viewer's.
 */
export function useViewerKeys(meaningOf: (event: KeyboardEvent) => (() => void) | undefined): void {
  const latest = useRef(meaningOf);
  useEffect(() => {
    latest.current = meaningOf;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isInMenu = event.target instanceof Element && event.target.closest('[role="menu"]');
      if (event.defaultPrevented || isInMenu || belongsElsewhere(event)) return;
      const act = latest.current(event);
      if (!act) return;
      event.preventDefault();
      act();
    };
    // On the way down: the frame listens on the way up.
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
}
