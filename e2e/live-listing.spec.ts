import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { countDraws } from './support/count-draws.ts';
import { expect, test } from './support/journey.ts';
import { logInAt, rowOf } from './support/pages.ts';

function untilFollowed(page: Page): Promise<unknown> {
  return page.waitForResponse((response) => response.url().includes('/api/events?folder='));
}

test('changes in another tab and by other programs appear without a reload', async ({
  page,
  context,
  server,
}) => {
  server.put({ 'docs/a.txt': 'a', 'docs/b.txt': 'b', 'docs/old.txt': 'old' });
  const followed = untilFollowed(page);
  await logInAt(page, '/files/docs/', server.admin);
  await followed;
  await rowOf(page, 'b.txt').click();
  await expect(rowOf(page, 'b.txt')).toHaveAttribute('aria-selected', 'true');

  // A file that a shell makes.
  writeFileSync(join(server.root, 'docs/from-shell.txt'), 'x');
  await expect(rowOf(page, 'from-shell.txt')).toBeVisible();
  renameSync(join(server.root, 'docs/from-shell.txt'), join(server.root, 'docs/renamed.txt'));
  await expect(rowOf(page, 'renamed.txt')).toBeVisible();
  await expect(rowOf(page, 'from-shell.txt')).toHaveCount(0);

  const other = await context.newPage();
  await other.goto('/files/docs/');
  await rowOf(other, 'old.txt').click();
  await other.keyboard.press('Delete');
  await expect(rowOf(page, 'old.txt')).toHaveCount(0);
  await expect(rowOf(page, 'b.txt')).toHaveAttribute('aria-selected', 'true');
  await other.close();
});

test('a large folder with many changes keeps its position, and redraws a few times a second', async ({
  page,
  server,
}) => {
  const many = Array.from({ length: 10_000 }, (_, n) => `many/${`${n}`.padStart(5, '0')}.txt`);
  server.put(Object.fromEntries(many.map((path) => [path, 'x'])));
  const followed = untilFollowed(page);
  await logInAt(page, '/files/many/', server.admin);
  await followed;
  await rowOf(page, '00003.txt').click();
  const grid = page.getByRole('grid');
  const counted = await countDraws(grid);
  const startedAt = performance.now();
  for (let n = 0; n < 900; n += 1) {
    const name = join(server.root, 'many', `zz-${n % 50}.txt`);
    if (n % 3 === 2) rmSync(name, { force: true });
    else writeFileSync(name, 'y'.repeat(n));
    if (n % 4 === 0) await page.waitForTimeout(10);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const { draws, frames } = await counted();
  test.info().annotations.push({
    type: 'measured',
    description: `${frames} frames and ${draws} draws in ${seconds.toFixed(1)} s`,
  });
  // One event in 250 ms, and no draw for entries that are not in view.
  expect(draws).toBeLessThan(seconds * 8);
  await expect(rowOf(page, '00003.txt')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(page.getByText(/^zz-\d+\.txt$/).first()).toBeVisible();
});
