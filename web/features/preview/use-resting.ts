import { type RefObject, useEffect, useState } from 'react';
import { isDialogOpen } from '../../lib/keyboard.ts';

const QUIET_AFTER_MS = 3_000;
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/**
 * Whether the bar and the buttons at the edges rest out of sight: when `mayRest`, and nothing has been done for a
 * while. They stay as long as the keyboard or the pointer is on one of them, or something that they opened is open.
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
    for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, wake);
    return () => {
      window.clearTimeout(timer);
      for (const sign of SIGNS_OF_LIFE) document.removeEventListener(sign, wake);
    };
  }, [screen, mayRest]);
  return mayRest && isResting;
}

function isInUse(screen: HTMLElement | null): boolean {
  if (isDialogOpen() || document.querySelector('[role="menu"]')) return true;
  // A finger leaves the hovering behind where it was.
  const hover = window.matchMedia('(hover: hover)').matches ? ', [data-chrome]:hover' : '';
  return Boolean(screen?.querySelector(`[data-chrome] :focus-visible${hover}`));
}
