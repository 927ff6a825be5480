import { join } from 'node:path';
import { expect, test } from './support/journey.ts';
import { textArea } from './support/editor.ts';
import { makeLink } from './support/links.ts';
import { makePicture } from './support/media.ts';
import { rowOf, signInAt } from './support/pages.ts';
import { takePicture } from './support/pictures.ts';
import { openSearch, result } from './support/search.ts';
import { expectIconsSeen, expectShows } from './support/seen.ts';
import { wake } from './support/wake.ts';

test('where the colours are the system’s own, icons, focus and what is selected are still seen', async ({
  page,
  server,
}, info) => {
  test.setTimeout(180_000);
  server.put({ 'docs/': '', 'notes.md': '# notes', 'plan.txt': 'plan' });
  await makePicture(join(server.root, 'sea.png'), { width: 600, height: 400, hue: 200 });
  await page.emulateMedia({ forcedColors: 'active' });

  await page.goto('/login');
  const field = page.getByLabel('Password', { exact: true });
  await expect(field).toBeVisible();
  await expectShows(field.locator('..'), () => field.focus());
  const logIn = page.getByRole('button', { name: 'Log in' });
  await expectShows(logIn, () => logIn.focus());
  await takePicture(page, info, 'forced-sign-in');

  await signInAt(page, '/files/', server.admin);
  const [notes, plan] = [rowOf(page, 'notes.md'), rowOf(page, 'plan.txt')];
  await expect(plan).toBeVisible();
  await expectIconsSeen(page);
  await expectShows(notes, () => notes.click());
  await page.mouse.move(0, 0);
  await expectShows(plan, () => page.keyboard.press('ArrowDown'));
  await takePicture(page, info, 'forced-listing');

  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await expectIconsSeen(page);
  await expectShows(menu.getByRole('menuitem').nth(1), () => page.keyboard.press('ArrowDown'));
  await takePicture(page, info, 'forced-menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectShows(dialog.getByRole('button', { name: 'Delete' }), () =>
    dialog.getByRole('button', { name: 'Delete' }).focus(),
  );
  await takePicture(page, info, 'forced-dialog');
  await page.keyboard.press('Escape');

  await openSearch(page);
  await page.keyboard.type('notes');
  await expect(result(page, 'notes.md')).toBeVisible();
  await expectShows(result(page, 'notes.md'), () => page.keyboard.press('ArrowDown'));
  await expectIconsSeen(page);
  await takePicture(page, info, 'forced-search');

  await page.goto('/files/sea.png');
  await expect(page.getByRole('img', { name: 'sea.png' })).toHaveAttribute('data-loaded');
  await wake(page);
  await expectIconsSeen(page);
  await takePicture(page, info, 'forced-preview');

  await page.goto('/files/plan.txt');
  await expect(textArea(page, 'plan.txt')).toBeVisible();
  await expectIconsSeen(page);
  await takePicture(page, info, 'forced-editor');

  await page.goto('/settings/profile');
  const choice = page.getByLabel('Hide dotfiles');
  await expect(choice).toBeVisible();
  await expectIconsSeen(page);
  await expectShows(choice, () => choice.focus());
  await expectShows(choice, () => page.keyboard.press('Space'));
  await takePicture(page, info, 'forced-settings');

  await page.goto(`/share/${await makeLink(server, server.admin, '/docs/')}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('docs');
  await expectIconsSeen(page);
  await takePicture(page, info, 'forced-share');
});
