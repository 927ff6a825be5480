import { useEffect, useState } from 'react';

/** Visible part of the page, in pixels of the window. */
interface Visible {
  readonly blockSize: number;
  readonly insetBlockStart: number;
}

/**
 * Returns the part of the window that a virtual keyboard leaves visible, so that the cursor stays in view. Undefined
 * in browsers that do not report it.
 */
export function useVisiblePart(): Visible | undefined {
  const [visible, setVisible] = useState<Visible>();
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const fit = () => {
      // Zooming in enlarges the page; the layout stays.
      if (viewport.scale !== 1) return;
      setVisible({ blockSize: viewport.height, insetBlockStart: viewport.offsetTop });
    };
    fit();
    viewport.addEventListener('resize', fit);
    viewport.addEventListener('scroll', fit);
    return () => {
      viewport.removeEventListener('resize', fit);
      viewport.removeEventListener('scroll', fit);
    };
  }, []);
  return visible;
}
