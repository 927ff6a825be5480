import type { Page } from '@playwright/test';
import { NO_ANSWER } from './support/browser-errors.ts';
import { listenToAnnouncements } from './support/announcements.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { createShare } from './support/create-share.ts';
import { create, expectFolder, logInAt, rowOf } from './support/pages.ts';
import { openSearch } from './support/search.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const main = (page: Page) => page.getByRole('main');
/** Returns the pattern of a title; marks that isolate the direction of a name may surround it. */
const titled = (name: string) => new RegExp(`^\\W?${name}\\W? – \\W?File Browser\\W?$`);

test('screen readers get the names and roles of the page', async ({ page, server }) => {
  test.setTimeout(180_000);
  server.put({ 'docs/plan.txt': 'one\ntwo\n', 'docs/song.bin': '\0x', 'notes.md': '# notes' });
  await server.addUser('bert', ['download']);
  const hash = await createShare(server, server.admin, '/docs/');
  await logInAt(page, '/files/', server.admin);
  await expect(page).toHaveTitle(titled('My files'));
  await rowOf(page, 'notes.md').click();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to content"
    - complementary:
      - link "File Browser"
      - button "New"
      - navigation "Main":
        - list:
          - listitem:
            - link "My files"
          - listitem:
            - link "Shared by me"
      - heading "Folders" [level=2]
      - tree "Folders":
        - treeitem "docs"
      - progressbar "Storage"
      - link "Settings"
      - button "Help"
    - banner:
      - button "Search"
      - button "Account admin"
    - main:
      - heading "My files" [level=1]
      - region "Selection":
        - toolbar "Actions":
          - button "Clear selection"
          - text: 1 selected
          - button "Download"
          - button "Share"
          - button "Rename"
          - button "Move to…"
          - button "Copy to…"
          - button "Move to trash"
          - button "More actions"
      - grid "My files":
        - row "Name Size Modified Actions":
          - columnheader "Name"
          - columnheader "Size"
          - columnheader "Modified"
          - columnheader "Actions"
        - rowgroup "Files and folders":
          - row "Folders 1":
            - gridcell "Folders 1":
              - heading "Folders 1" [level=2]
          - row /docs/:
            - gridcell "docs"
          - row "Files 1":
            - gridcell "Files 1":
              - heading "Files 1" [level=2]
          - row /notes.md 7 B/ [selected]:
            - gridcell "notes.md"
            - gridcell "7 B"
            - gridcell /Now|ago/
            - gridcell "Actions for notes.md":
              - button "Actions for notes.md"
    - region "Notifications"
  `);
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );

  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu')).toMatchAriaSnapshot(`
    - menu "Actions for notes.md":
      - menuitem /Open/
      - separator
      - menuitem /Download/
      - menuitem /Share/
      - separator
      - menuitem /Copy/
      - menuitem /Cut/
      - separator
      - menuitem /Rename/
      - menuitem "Move to…"
      - menuitem "Copy to…"
      - separator
      - menuitem /Info/
      - separator
      - menuitem /Move to trash/
  `);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Delete');
  await expect(dialog(page)).toMatchAriaSnapshot(`
    - dialog /Delete “.*notes.md.*” permanently/:
      - heading [level=2]
      - paragraph: This can’t be undone.
      - button "Cancel"
      - button "Delete permanently"
  `);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Shift+S');
  await expect(dialog(page)).toMatchAriaSnapshot(`
    - dialog /Share “.*notes.md.*”/:
      - heading [level=2]
      - group "Link expires":
        - radio "Never" [checked]
        - radio "1 day"
        - radio "7 days"
        - radio "On a date"
        - radio "Custom"
      - textbox "Password (optional)"
      - button "Show password"
      - button "Generate"
      - button "Cancel"
      - button "Create and copy link"
  `);
  await page.keyboard.press('Escape');

  await openSearch(page);
  await page.keyboard.type('plan');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Search' })).toMatchAriaSnapshot(`
    - dialog "Search":
      - searchbox "Search all files": plan
      - button "Clear search"
      - button "Close"
      - grid "Search results":
        - rowgroup:
          - row /^plan.txt, in/:
            - gridcell "plan.txt, in ./docs/"
            - gridcell "8 B"
            - gridcell /Now|ago/
            - gridcell "Actions for plan.txt"
      - contentinfo:
        - status: 1 result
  `);
  await page.goto('/files/docs/song.bin');
  await expect(page).toHaveTitle(titled('song.bin'));
  await expect(main(page)).toMatchAriaSnapshot(`
    - main:
      - heading "song.bin" [level=1]
      - button "Close"
      - toolbar "Actions":
        - button "Download"
      - article:
        - heading "song.bin" [level=2]
        - term: Kind
        - definition: File
        - status: No preview for this type of file.
  `);
  await page.goto('/files/docs/plan.txt');
  await expect(main(page)).toMatchAriaSnapshot(`
    - main:
      - heading "plan.txt" [level=1]
      - button "Close"
      - textbox "Text of plan.txt"
      - combobox "Language"
  `);

  await page.goto('/settings/profile');
  await expect(page).toHaveTitle(titled('Profile'));
  await expect(main(page)).toMatchAriaSnapshot(`
    - main:
      - navigation "Settings":
        - list:
          - listitem:
            - link "Profile"
      - heading "Profile" [level=1]
      - region "Files":
        - heading "Files" [level=2]
        - checkbox "Hide dotfiles"
      - region "Language and appearance":
        - heading "Language and appearance" [level=2]
        - combobox "Language"
      - region "Password":
        - heading "Password" [level=2]
        - textbox "Current password"
        - textbox "New password"
        - textbox "Confirm new password"
        - button "Change password"
      - region "Sessions":
        - list "Sessions":
          - listitem
  `);
  await expect(page.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page');
  await page.goto('/settings/users');
  await expect(main(page)).toMatchAriaSnapshot(`
    - main:
      - heading "Users" [level=1]
      - search:
        - searchbox "Search users"
      - status: 2 users
      - link "New user"
      - table "Users":
        - rowgroup:
          - row "Username Role Scope Last seen Actions":
            - columnheader "Username"
        - rowgroup:
          - row /admin You Administrator/
          - row /bert/:
            - cell "bert":
              - link "bert"
  `);
  await page.getByRole('link', { name: 'bert', exact: true }).click();
  await expect(page).toHaveTitle(titled('bert'));

  await page.goto(`/share/${hash}`);
  await expect(page).toHaveTitle(titled('docs'));
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner
    - main:
      - heading "docs" [level=1]
      - group "Downloads":
        - button "Download all"
        - combobox "Archive format"
      - checkbox "Select all"
      - list "Files and folders":
        - listitem:
          - checkbox "Select plan.txt"
          - link "plan.txt"
          - button "Download plan.txt"
        - listitem:
          - checkbox "Select song.bin"
          - link "song.bin"
          - button "Download song.bin"
  `);
});

test('changes are announced to screen readers', async ({ page, server, browserErrors }) => {
  browserErrors.expect(NO_ANSWER);
  server.put({ 'docs/plan.txt': 'plan', 'notes.md': '# notes', 'song.bin': '\0x' });
  const { announced, forget } = await listenToAnnouncements(page);
  const expectAnnounced = (...lines: readonly (string | RegExp)[]) =>
    expect
      .poll(announced)
      .toEqual(
        lines.map((line): unknown => (line instanceof RegExp ? expect.stringMatching(line) : line)),
      );

  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'notes.md')).toBeVisible();
  await expect.poll(announced).toEqual(expect.arrayContaining(['My files', '1 folder, 2 files']));
  await forget();
  await rowOf(page, 'notes.md').click();
  await expectAnnounced('1 selected');
  await forget();
  await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click();
  await expectAnnounced(/^Sorted by Size, /);

  await rowOf(page, 'notes.md').click();
  await forget();
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('read me');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'read me.md')).toBeFocused();
  await forget();
  await page.keyboard.press('Delete');
  await expect(rowOf(page, 'read me.md')).toHaveCount(0);
  await expect.poll(announced).toContain('1 folder, 1 file');
  await forget();

  const chooser = page.waitForEvent('filechooser');
  await create(page, 'Upload files');
  const buffer = Buffer.from('new');
  await (await chooser).setFiles({ name: 'new.txt', mimeType: 'text/plain', buffer });
  await expect(rowOf(page, 'new.txt')).toBeVisible();
  await expect
    .poll(announced)
    .toEqual(
      expect.arrayContaining([expect.stringMatching(/^1 file uploaded/), '1 folder, 2 files']),
    );
  await forget();

  await openSearch(page);
  await page.keyboard.type('plan');
  await page.keyboard.press('Enter');
  await expect.poll(announced).toContain('1 result');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await rowOf(page, 'song.bin').click();
  await forget();

  // A slow folder is announced once as loading, and then by its contents.
  await page.route('**/api/resources/docs/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_600));
    await route.continue();
  });
  await page.keyboard.press('Home');
  await expect(rowOf(page, 'docs')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectFolder(page, 'docs');
  await expect(rowOf(page, 'plan.txt')).toBeFocused();
  await expectAnnounced('Loading', 'docs', '0 folders, 1 file');
  await forget();

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Users' }).click();
  await expect.poll(announced).toEqual(expect.arrayContaining(['Profile', 'Users']));
  await page.goBack();
  await page.goBack();
  await expect(rowOf(page, 'plan.txt')).toBeVisible();
  await page.context().setOffline(true);
  await forget();
  await page.getByRole('columnheader', { name: 'Modified' }).getByRole('button').click();
  await expect.poll(announced).toContainEqual(expect.stringContaining('Can’t connect'));
});
