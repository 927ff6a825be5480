import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { untilStill } from './still.ts';

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules of axe that another theme can break: all others ask for what stands there, and not for its colour. */
const ABOUT_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Nobody is shut out of what is shown now. */
export async function expectAccessible(page: Page): Promise<void> {
  await untilStill(page);
  await expectNoViolation(axeOn(page).withTags(WCAG_2_2_AA));
}

/** What is shown now can be read by its colours. */
export async function expectReadableColours(page: Page): Promise<void> {
  await untilStill(page);
  await expectNoViolation(axeOn(page).withRules(ABOUT_COLOUR));
}

/** To put together what it found in several frames, axe opens another page; where there is one frame, it need not. */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
}

async function expectNoViolation(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  const told = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
  expect(told).toEqual([]);
}
