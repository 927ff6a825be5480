import { type RefObject, useEffect, useState } from 'react';
import { isDialogOrMenuOpen } from '../../lib/keyboard.ts';

/** Time without activity after which the controls are hidden. Milliseconds. */
const QUIET_AFTER_MS = 3_000;
const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/**
 * Returns true while the controls are hidden: if `mayRest` and after a time without activity. They stay visible while
 * they have the focus or pointer, or have opened something.
 */
export function useResting(screen: RefObject<HTMLElement | null>, mayRest: boolean): boolean {
  const [isResting, setResting] = useState(false);
  useEffect(() => {
    if (!mayRest) return undefined;
    let timer: number | undefined;
    const wait = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (isInUse(screen.current)) wait();
        else setResting(true);
      }, QUIET_AFTER_MS);
    };
    const wake = () => {
      setResting(false);
      wait();
    };
    wait();
    for (const event of ACTIVITY_EVENTS) document.addEventListener(event, wake);
    return () => {
      window.clearTimeout(timer);
      for (const event of ACTIVITY_EVENTS) document.removeEventListener(event, wake);
    };
  }, [screen, mayRest]);
  return mayRest && isResting;
}

function isInUse(screen: HTMLElement | null): boolean {
  if (isDialogOrMenuOpen()) return true;
  // After a touch, `:hover` stays on the touched element.
  const hover = window.matchMedia('(hover: hover)').matches ? ', [data-chrome]:hover' : '';
  return Boolean(screen?.querySelector(`[data-chrome] :focus-visible${hover}`));
}
