import type { Page } from '@playwright/test';

/** Waits until all transitions and finite animations have ended. */
export async function untilAnimationsEnd(page: Page): Promise<void> {
  await page.evaluate(waitForQuietFrames);
}

/**
 * Runs in the page. Waits for several frames without animations, because a new element may begin to fade in a frame later.
 * Ignores endless animations and progress bars.
 */
async function waitForQuietFrames(): Promise<void> {
  const isFinite = ({ effect }: Animation) => {
    const isEndless = effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    const isProgress = target?.closest('[role=progressbar]') instanceof Element;
    return !isEndless && !isProgress;
  };
  // A hidden page has no frames, and its animations may never end.
  const soon = () => new Promise((resolve) => setTimeout(resolve, 500));
  const begun = performance.now();
  for (let quietFrames = 0; quietFrames < 3; quietFrames += 1) {
    await Promise.race([new Promise(requestAnimationFrame), soon()]);
    const moving = document.getAnimations().filter(isFinite);
    const running = moving.filter(({ playState }) => playState === 'running');
    if (running.length > 0) quietFrames = -1;
    if (performance.now() - begun > 30_000) {
      const what = running.map(({ effect }) => (effect as KeyframeEffect).target?.className);
      throw new Error(`animations do not end: ${what.join(', ')}`);
    }
    await Promise.race([Promise.allSettled(moving.map(({ finished }) => finished)), soon()]);
  }
}
