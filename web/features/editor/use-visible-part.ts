import { useEffect, useState } from 'react';

/** Where the page can be seen, in pixels of the window. */
interface Visible {
  readonly blockSize: number;
  readonly insetBlockStart: number;
}

/**
 * A telephone's keys lie over the page: what fills the window must end above them, and begin where browsers have
 * pushed the page to, so that the cursor can be seen. Undefined where browsers do not say.
 */
export function useVisiblePart(): Visible | undefined {
  const [visible, setVisible] = useState<Visible>();
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const fit = () => {
      // Whoever zooms in wants to see less of the page, not all of it smaller.
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
