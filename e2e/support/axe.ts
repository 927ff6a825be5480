import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { untilStill } from './still.ts';

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Nobody is shut out of what is shown now. */
export async function expectAccessible(page: Page): Promise<void> {
  await untilStill(page);
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG_2_2_AA).analyze();
  const told = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
  expect(told).toEqual([]);
}
