import type { Locator } from '@playwright/test';

interface Draws {
  /** Number of times the element was changed. */
  readonly draws: number;
  /** Number of frames of the browser in the same time. */
  readonly frames: number;
}

/** Counts how often an element is changed, and the frames meanwhile, until the returned function is called. */
export async function countDraws(element: Locator): Promise<() => Promise<Draws>> {
  const counting = await element.evaluateHandle((node) => {
    const counts = { draws: 0, frames: 0 };
    const observer = new MutationObserver(() => {
      counts.draws += 1;
    });
    observer.observe(node, { childList: true, subtree: true, characterData: true });
    let frame = requestAnimationFrame(function next() {
      counts.frames += 1;
      frame = requestAnimationFrame(next);
    });
    return {
      stop() {
        observer.disconnect();
        cancelAnimationFrame(frame);
        return counts;
      },
    };
  });
  return () => counting.evaluate(({ stop }) => stop());
}
