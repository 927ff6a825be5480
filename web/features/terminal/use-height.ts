import { type CSSProperties, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { terminalHeight } from '../../state/terminal/height.ts';
import { useVisibleHeight } from '../../lib/window/use-visible-height.ts';

/** What floats at the foot of the page stands above it. */
const PROPERTY = '--bottom-panel';

/** How high the panel is: what was chosen, as far as the window has room; or all that no keyboard covers. */
export function useHeight(fills: boolean): CSSProperties {
  const em = useStore(terminalHeight, (height) => height.em);
  const visible = useVisibleHeight();
  useLayoutEffect(() => {
    if (fills) return undefined;
    const { style } = document.documentElement;
    style.setProperty(PROPERTY, `min(${em}em + 7px, 100dvb - 4em)`);
    return () => {
      style.removeProperty(PROPERTY);
    };
  }, [em, fills]);
  return fills ? { blockSize: visible } : {};
}
