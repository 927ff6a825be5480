import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectUnsaved, openText, textArea, typeAtStart } from './support/editor.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { isNarrow, logInAt } from './support/pages.ts';
import { refusal } from './support/browser-errors.ts';

/** Chooses a tool of the bar, or an entry of the menu behind its dots. */
async function tool(page: Page, name: string): Promise<void> {
  const button = page.getByRole('toolbar', { name: 'Editor tools' }).getByRole('button', { name });
  if (!isNarrow(page)) return button.click();
  await page.getByRole('button', { name: 'More actions' }).click();
  return page
    .getByRole('menu')
    .getByRole('menuitem', { name })
    .or(page.getByRole('menuitemcheckbox', { name }))
    .click();
}

const SCRIPT = `// Prices, by what they are for
import { sum } from './sum.ts';

export const RATE = 0.19;

/** The price with tax. */
export function withTax(net: number, names: string[]): string {
  const gross = sum([net, net * RATE]);
  if (gross > 1_000 && names.length > 0) {
    return \`\${names.join(', ')}: \${gross.toFixed(2)} €\`;
  }
  return 'nothing';
}

const הערה = "שלום";
`;

test('a script, the search, and the status bar', async ({ page, server }, info) => {
  server.put({ 'prices.ts': SCRIPT });
  await openText(page, 'prices.ts', server.admin);
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('TypeScript');
  await inspectScreen(page, info, 'editor');

  await typeAtStart(page, 'prices.ts', '// new\n');
  await expectUnsaved(page);
  await tool(page, 'Find and replace');
  await page.getByRole('textbox', { name: 'Find' }).pressSequentially('gross');
  await inspectScreen(page, info, 'editor-find');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await inspectScreen(page, info, 'editor-menu');
  await page.getByRole('menuitem', { name: 'Go to line' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspectScreen(page, info, 'editor-go-to-line');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspectScreen(page, info, 'editor-discard');
});

test('a document beside its text', async ({ page, server }, info) => {
  const document =
    '# Trip\n\nWe went *far*, see [the map](map.pdf).\n\n- one\n- two\n\n```js\nlet a = 1;\n```\n';
  server.put({ 'trip.md': document });
  await logInAt(page, '/files/trip.md?source', server.admin);
  await expect(textArea(page, 'trip.md')).toBeVisible();
  await tool(page, 'Side-by-side preview');
  await expect(page.getByRole('heading', { name: 'Trip', exact: true })).toBeVisible();
  await inspectScreen(page, info, 'editor-beside');
});

test('the comparison of the saved and the edited text', async ({
  page,
  server,
  browserErrors,
}, info) => {
  browserErrors.expect(refusal(412));
  server.put({ 'prices.ts': SCRIPT });
  await openText(page, 'prices.ts', server.admin);
  await typeAtStart(page, 'prices.ts', '// mine\n');
  writeFileSync(join(server.root, 'prices.ts'), SCRIPT.replace('0.19', '0.21'));
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspectScreen(page, info, 'editor-conflict');
  await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('textbox', { name: 'Your text' })).toBeVisible();
  await inspectScreen(page, info, 'editor-compare');
});

test('a read-only text, and a file that is no text', async ({ page, server }, info) => {
  server.put({ 'notes.txt': 'One\nTwo\n', 'fake.txt': 'a\0b' });
  const reader = await server.addUser('reader', ['download']);
  await openText(page, 'notes.txt', reader);
  await inspectScreen(page, info, 'editor-read-only');
  await page.goto('/files/fake.txt');
  await expect(page.getByText('This isn’t a text file')).toBeVisible();
  await expect(textArea(page, 'fake.txt')).toHaveCount(0);
  await inspectScreen(page, info, 'editor-binary');
});
