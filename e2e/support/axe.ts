import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Nobody is shut out of what is shown now. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(untilNothingMoves);
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG_2_2_AA).analyze();
  const told = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
  expect(told).toEqual([]);
}

/**
 * Colours on their way from one to another are neither. What has just been opened may begin to fade in a frame
 * later, so a few quiet frames in a row are waited for.
 */
async function untilNothingMoves(): Promise<void> {
  const isFinite = ({ effect }: Animation) =>
    effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
  for (let quietFrames = 0; quietFrames < 3; quietFrames += 1) {
    await new Promise(requestAnimationFrame);
    const moving = document.getAnimations().filter(isFinite);
    if (moving.some(({ playState }) => playState === 'running')) quietFrames = -1;
    await Promise.allSettled(moving.map(({ finished }) => finished));
  }
}
