import { type CSSProperties, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { terminalHeight } from '../../state/terminal/height.ts';
import { useVisibleHeight } from '../../lib/window/use-visible-height.ts';

/** CSS property that positions floating elements above the panel. */
const PROPERTY = '--bottom-panel';

/** Returns the style for the chosen height, limited by the window, or for the whole visible window. */
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
