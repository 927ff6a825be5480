import { join } from 'node:path';
import { expect, test } from './support/journey.ts';
import { textArea } from './support/editor.ts';
import { createShare } from './support/create-share.ts';
import { makePicture } from './support/media.ts';
import { rowOf, logInAt } from './support/pages.ts';
import { takePicture } from './support/pictures.ts';
import { openSearch, result } from './support/search.ts';
import { expectIconContrast, expectVisibleChange } from './support/contrast.ts';
import { showControls } from './support/picture-controls.ts';

test('icons, focus and selection are visible in forced colours', async ({ page, server }, info) => {
  test.setTimeout(180_000);
  server.put({ 'docs/': '', 'notes.md': '# notes', 'plan.txt': 'plan' });
  await makePicture(join(server.root, 'sea.png'), { width: 600, height: 400, hue: 200 });
  await page.emulateMedia({ forcedColors: 'active' });

  await page.goto('/login');
  const field = page.getByLabel('Password', { exact: true });
  await expect(field).toBeVisible();
  await expectVisibleChange(field.locator('..'), () => field.focus());
  const logIn = page.getByRole('button', { name: 'Log in' });
  await expectVisibleChange(logIn, () => logIn.focus());
  await takePicture(page, info, 'forced-sign-in');

  await logInAt(page, '/files/', server.admin);
  const [notes, plan] = [rowOf(page, 'notes.md'), rowOf(page, 'plan.txt')];
  await expect(plan).toBeVisible();
  await expectIconContrast(page);
  await expectVisibleChange(notes, () => notes.click());
  await page.mouse.move(0, 0);
  await expectVisibleChange(plan, () => page.keyboard.press('ArrowDown'));
  await takePicture(page, info, 'forced-listing');

  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await expectIconContrast(page);
  await expectVisibleChange(menu.getByRole('menuitem').nth(1), () =>
    page.keyboard.press('ArrowDown'),
  );
  await takePicture(page, info, 'forced-menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Delete');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectVisibleChange(dialog.getByRole('button', { name: 'Delete permanently' }), () =>
    dialog.getByRole('button', { name: 'Delete permanently' }).focus(),
  );
  await takePicture(page, info, 'forced-dialog');
  await page.keyboard.press('Escape');

  await openSearch(page);
  await page.keyboard.type('notes');
  await expect(result(page, 'notes.md')).toBeVisible();
  await expectVisibleChange(result(page, 'notes.md'), () => page.keyboard.press('ArrowDown'));
  await expectIconContrast(page);
  await takePicture(page, info, 'forced-search');

  await page.goto('/files/sea.png');
  await expect(page.getByRole('img', { name: 'sea.png' })).toHaveAttribute('data-loaded');
  await showControls(page);
  await expectIconContrast(page);
  await takePicture(page, info, 'forced-preview');

  await page.goto('/files/plan.txt');
  await expect(textArea(page, 'plan.txt')).toBeVisible();
  await expectIconContrast(page);
  await takePicture(page, info, 'forced-editor');

  await page.goto('/settings/profile');
  const choice = page.getByLabel('Hide dotfiles');
  await expect(choice).toBeVisible();
  await expectIconContrast(page);
  await expectVisibleChange(choice, () => choice.focus());
  await expectVisibleChange(choice, () => page.keyboard.press('Space'));
  await takePicture(page, info, 'forced-settings');

  await page.goto(`/share/${await createShare(server, server.admin, '/docs/')}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('docs');
  await expectIconContrast(page);
  await takePicture(page, info, 'forced-share');
});
