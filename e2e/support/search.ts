import { expect, type Locator, type Page } from '@playwright/test';
import { UGLY } from './ugly-names.ts';

/** Files of a search; "report" finds ten of them. */
export const REPORTS = {
  'docs/2024/Annual report.txt': 'a'.repeat(5_000),
  'docs/2024/report draft.txt': 'b',
  'docs/Résumé report.pdf': 'c',
  'music/report song.mp3': 'd',
  'pictures/report cover.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>',
  'reports/': '',
  'notes.txt': 'f',
  [`${UGLY.folder}/${UGLY.moon}/report ${UGLY.emoji}`]: 'g',
  [`${UGLY.folder}/report ${UGLY.marks}`]: 'h',
  [`report ${UGLY.rightToLeft}`]: 'i',
  [`a name that is longer than most names, and goes on for quite a while before its report (final).pdf`]:
    'j',
};

export const searchDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Search' });
export const searchField = (page: Page): Locator => searchDialog(page).getByRole('searchbox');
export const results = (page: Page): Locator => page.getByRole('grid', { name: 'Search results' });
export const result = (page: Page, name: string): Locator =>
  results(page).getByRole('row').filter({ hasText: name });
export const foundCount = (page: Page): Locator => page.locator('[data-part=search-count]');

export async function openSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(searchField(page)).toBeFocused();
}
