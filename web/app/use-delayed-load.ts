import { useCallback, useEffect, useState } from 'react';
import { AHEAD_DELAY_MS } from './ahead-delay.ts';

/** Returns whether a part of the page that is loaded after the first listing is due, and a function that makes it due at once. */
export function useDelayedLoad({ initially = false } = {}): readonly [boolean, () => void] {
  const [isDue, setDue] = useState(initially);
  const makeDue = useCallback(() => setDue(true), []);
  useEffect(() => {
    const timer = window.setTimeout(makeDue, AHEAD_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [makeDue]);
  return [isDue, makeDue];
}
