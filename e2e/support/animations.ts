import type { Page } from '@playwright/test';

/** Waits until what has been opened or has changed colour looks as it will stay. */
export async function untilAnimationsEnd(page: Page): Promise<void> {
  await page.evaluate(untilNothingMoves);
}

/**
 * Colours on their way from one to another are neither. What has just been opened may begin to fade in a frame
 * later, so a few quiet frames in a row are waited for. What turns for ever and how far something has come move on.
 */
async function untilNothingMoves(): Promise<void> {
  const comesToRest = ({ effect }: Animation) => {
    const isEndless = effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    const isProgress = target?.closest('[role=progressbar]') instanceof Element;
    return !isEndless && !isProgress;
  };
  // A page that nobody draws has no frames, and what is not drawn may never come to its end.
  const soon = () => new Promise((resolve) => setTimeout(resolve, 500));
  const begun = performance.now();
  for (let quietFrames = 0; quietFrames < 3; quietFrames += 1) {
    await Promise.race([new Promise(requestAnimationFrame), soon()]);
    const moving = document.getAnimations().filter(comesToRest);
    const running = moving.filter(({ playState }) => playState === 'running');
    if (running.length > 0) quietFrames = -1;
    if (performance.now() - begun > 30_000) {
      const what = running.map(({ effect }) => (effect as KeyframeEffect).target?.className);
      throw new Error(`this does not come to rest: ${what.join(', ')}`);
    }
    await Promise.race([Promise.allSettled(moving.map(({ finished }) => finished)), soon()]);
  }
}
