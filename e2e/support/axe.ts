import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, Result, RunOnly, RunOptions } from 'axe-core';
import { untilAnimationsEnd } from './animations.ts';

const AXE_SOURCE = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

const WCAG_2_2_AA: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** Rules whose result depends on the theme. All others check names, roles and structure. */
const COLOUR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Expects that axe finds no violation of WCAG 2.2 AA in the page. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolation(page, WCAG_2_2_AA);
}

/** Expects that the colours of the page have enough contrast in the current theme. */
export async function expectReadableColours(page: Page): Promise<void> {
  await expectNoViolation(page, COLOUR_RULES);
}

async function expectNoViolation(page: Page, runOnly: RunOnly): Promise<void> {
  await untilAnimationsEnd(page);
  const violations = await (page.frames().length === 1
    ? violationsInPage(page, runOnly)
    : violationsInFrames(page, runOnly));
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
  expect(found).toEqual([]);
}

/** Runs axe in the page and returns the violations only: complete reports of large pages take most of the time. */
async function violationsInPage(page: Page, runOnly: RunOnly): Promise<Result[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  // The source is a script that defines `window.axe`.
  if (!isLoaded) await page.evaluate(AXE_SOURCE);
  return page.evaluate(async (only) => {
    const { violations } = await window.axe.run(document, {
      runOnly: only,
      resultTypes: ['violations'],
    });
    return violations;
  }, runOnly);
}

async function violationsInFrames(page: Page, runOnly: RunOnly): Promise<Result[]> {
  const { violations } = await new AxeBuilder({ page }).options({ runOnly }).analyze();
  return violations;
}

declare global {
  interface Window {
    /** Defined by `AXE_SOURCE`. */
    readonly axe: { run(context: Document, options: RunOptions): Promise<AxeResults> };
  }
}
