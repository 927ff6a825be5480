import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { refusal } from './support/browser-errors.ts';
import { putDocuments } from './support/documents.ts';
import { HOSTILE_MARKDOWN } from './support/hostile-markdown.ts';
import { expect, test } from './support/journey.ts';
import { openEntry, logInAt } from './support/pages.ts';

/** Chooses a less frequent tool of a PDF from its menu. */
async function chooseTool(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Document tools' }).click();
  await page.getByRole('menuitem', { name }).click();
}

test.describe('a Markdown file', () => {
  test('is rendered as a document with working links', async ({ page, server }) => {
    putDocuments(server);
    await logInAt(page, '/files/docs/guide.md', server.admin);
    const guide = page.getByRole('article', { name: 'guide.md' });
    await expect(guide.getByRole('heading', { name: 'A guide' })).toBeVisible();
    await expect(guide.getByRole('table')).toContainText('never');
    await expect(guide.getByRole('checkbox', { name: 'Write it' })).toBeChecked();
    const picture = guide.getByRole('img', { name: 'A blue square' });
    await expect(picture).toHaveJSProperty('naturalWidth', 1);
    await expect(guide.getByText('A badge of another site')).toBeVisible();

    await expect(guide.getByRole('heading', { name: 'The end' })).not.toBeInViewport();
    await guide.getByRole('link', { name: 'the end' }).click();
    await expect(guide.getByRole('heading', { name: 'The end' })).toBeInViewport();
    await expect(guide.getByRole('link', { name: 'a site' })).toHaveAttribute('target', '_blank');

    await guide.getByRole('link', { name: 'next page' }).click();
    await expect(page.getByRole('heading', { name: 'Next page', exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/files\/docs\/more\/next%20page\.md$/);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'A guide' })).toBeVisible();
  });

  test('of a visitor runs, loads and frames nothing', async ({ page, server, browserErrors }) => {
    test.setTimeout(180_000);
    // Chromium reports this while the text is parsed in a separate document, in which nothing could run either.
    browserErrors.expect(
      /inline event handler|inline style|base URI|policy: (?:script|style|base)-/,
    );
    browserErrors.expect(refusal(404));
    const outside: string[] = [];
    const alarms: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !request.url().startsWith('data:'))
        outside.push(request.url());
    });
    page.on('dialog', (dialog) => {
      alarms.push(dialog.message());
      void dialog.dismiss();
    });
    const names = HOSTILE_MARKDOWN.map((_, index) => `hostile ${index}.md`);
    server.put(
      Object.fromEntries(
        HOSTILE_MARKDOWN.map((text, index) => [names[index] ?? '', `It begins.\n\n${text}\n`]),
      ),
    );
    await logInAt(page, '/files/', server.admin);
    for (const [index, text] of HOSTILE_MARKDOWN.entries()) {
      await openEntry(page, names[index] ?? '');
      const document = page.getByRole('article', { name: names[index] ?? '' });
      await expect(document).toContainText('It begins.');
      expect(await suspicious(page, names[index] ?? ''), text).toEqual([]);
      await page.goBack();
    }
    expect(outside).toEqual([]);
    expect(alarms).toEqual([]);
  });

  test('that takes endless time to render is shown as source text', async ({ page, server }) => {
    server.put({ 'slow.md': '_a'.repeat(500_000) });
    await logInAt(page, '/files/slow.md', server.admin);
    await expect(page.getByText(/^_a_a_a/)).toBeVisible({ timeout: 20_000 });
  });
});

/** Returns the elements and attributes that no rendered document may contain. */
function suspicious(page: Page, name: string): Promise<string[]> {
  return page.getByRole('article', { name }).evaluate((root) => {
    const mayBe =
      /^(?:A|BR|BLOCKQUOTE|CODE|DETAILS|DIV|EM|H[1-6]|IMG|INPUT|LI|OL|P|PRE|SPAN|STRONG|SUMMARY|TABLE|TBODY|TD|TH|THEAD|TR|UL)$/;
    const maySay =
      /^(?:align|alt|aria-label|checked|data-(?:part|path|fragment|own-gestures)|decoding|disabled|href|id|loading|open|rel|src|tabindex|target|title|type)$/;
    const found: string[] = [];
    for (const element of root.querySelectorAll('*')) {
      if (!mayBe.test(element.tagName)) found.push(element.tagName);
      for (const { name: key, value } of element.attributes) {
        if (!maySay.test(key)) found.push(`${element.tagName} ${key}`);
        if (key === 'src' && !value.startsWith('/api/raw/')) found.push(value);
        if (key === 'href' && !/^(?:#document-|\/files\/|https?:|mailto:)/.test(value))
          found.push(value);
        if (key === 'id' && !value.startsWith('document-')) found.push(value);
      }
    }
    return found;
  });
}

test.describe('a table', () => {
  test('is read by keyboard, and a cell can be copied', async ({ page, server, context }) => {
    putDocuments(server);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await logInAt(page, '/files/docs/table.csv', server.admin);
    const grid = page.getByRole('grid', { name: 'table.csv' });
    await expect(grid.getByRole('columnheader', { name: 'Town' })).toBeVisible();
    await expect(grid).toHaveAttribute('aria-rowcount', '5');
    await grid.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(grid.locator('[aria-selected=true]')).toHaveText('København');
    await page.keyboard.press('Control+c');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('København');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Row 3, Remark')).toBeVisible();
    await expect(page).toHaveURL(/table\.csv$/);

    await page.getByLabel('The first row is a header').uncheck();
    await expect(grid.getByRole('columnheader', { name: 'A', exact: true })).toBeVisible();
    await expect(grid).toHaveAttribute('aria-rowcount', '6');
  });

  test('is read with any separator and encoding', async ({ page, server }) => {
    putDocuments(server);
    await logInAt(page, '/files/docs/latin.csv', server.admin);
    await expect(page.getByRole('gridcell', { name: 'Hauptstraße' })).toBeVisible();
    await page.goto('/files/docs/tabs.tsv');
    await expect(page.getByRole('gridcell', { name: '1,5' })).toBeVisible();
    await page.goto('/files/docs/empty.csv');
    await expect(page.getByText('This file is empty.')).toBeVisible();
  });

  test('of 200,000 rows and of 1,000 columns stays quick', async ({ page, server }) => {
    const row = (n: number) => `${n},name ${n},${n * 7},remark ${n}`;
    const rows = Array.from({ length: 200_000 }, (_, n) => row(n)).join('\n');
    const wide = Array.from({ length: 50 }, (_, n) =>
      Array.from({ length: 1_000 }, (_, column) => `${n}:${column}`).join(','),
    ).join('\n');
    server.put({ 'long.csv': `id,name,amount,remark\n${rows}`, 'wide.csv': wide });
    await logInAt(page, '/files/', server.admin);
    await page.goto('/files/long.csv');
    const grid = page.getByRole('grid', { name: 'long.csv' });
    await expect(grid).toHaveAttribute('aria-rowcount', '200001');
    await grid.focus();
    await page.keyboard.press('Control+ArrowDown');
    await expect(grid.getByRole('gridcell', { name: '199999', exact: true })).toBeVisible();
    expect(await grid.getByRole('row').count()).toBeLessThan(100);
    await page.goto('/files/wide.csv');
    const widest = page.getByRole('grid', { name: 'wide.csv' });
    await widest.focus();
    await page.keyboard.press('End');
    await expect(widest.getByRole('gridcell', { name: '1:999', exact: true })).toBeVisible();
    expect(await widest.getByRole('gridcell').count()).toBeLessThan(1_500);
  });
});

test.describe('a PDF', () => {
  test('is shown page by page, and can be enlarged', async ({ page, server }) => {
    putDocuments(server);
    await logInAt(page, '/files/docs/paper.pdf', server.admin);
    const first = page.getByRole('group', { name: 'Page 1 of 41' });
    await expect(first.getByText('Page 1', { exact: true })).toBeAttached();
    expect(await inkOn(page, 'Page 1 of 41')).toBeGreaterThan(500);
    await page.getByRole('region', { name: 'Contents of paper.pdf' }).focus();
    await page.keyboard.press('End');
    await expect(page.getByText('Page 41', { exact: true })).toBeAttached();
    await expect(page.getByRole('group')).not.toHaveCount(41);
    await page.keyboard.press('Home');
    const before = await first.boundingBox();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect
      .poll(async () => (await first.boundingBox())?.width ?? 0)
      .toBeGreaterThan((before?.width ?? 0) * 1.2);
  });

  test('in a font that it does not contain has its letters at their distances', async ({
    page,
    server,
  }) => {
    putDocuments(server);
    await logInAt(page, '/files/docs/paper.pdf', server.admin);
    await expect.poll(() => inkOn(page, 'Page 1 of 41')).toBeGreaterThan(500);
    const [space = 0, others = Infinity] = await gapsOn(page, 'Page 1 of 41');
    expect(others / space).toBeLessThan(0.4);
  });

  test('goes to a page by its number, shows whole pages, and is turned', async ({
    page,
    server,
  }) => {
    putDocuments(server);
    await logInAt(page, '/files/docs/paper.pdf', server.admin);
    const number = page.getByRole('textbox', { name: /^Page \d+ of 41$/ });
    await number.fill('30');
    await number.press('Enter');
    const sheet = page.getByRole('group', { name: 'Page 30 of 41' });
    await expect(sheet).toBeInViewport();
    await expect(number).toHaveValue('30');
    await number.fill('none');
    await number.press('Enter');
    await expect(number).toHaveValue('30');

    await chooseTool(page, 'Fit whole page');
    await expect(sheet).toBeInViewport({ ratio: 0.99 });
    await expect(number).toHaveValue('30');
    await chooseTool(page, 'Rotate view');
    await expect
      .poll(async () => {
        const { width = 0, height = 1 } = (await sheet.boundingBox()) ?? {};
        return width / height;
      })
      .toBeGreaterThan(1.2);
    await expect(number).toHaveValue('30');
    await expect.poll(() => inkOn(page, 'Page 30 of 41')).toBeGreaterThan(100);
    // The words lie on their picture.
    const word = sheet.getByText('Page 30', { exact: true });
    const [words, paper] = [await word.boundingBox(), await sheet.boundingBox()];
    expect(words?.x).toBeGreaterThan(paper?.x ?? Infinity);
    expect(words?.y).toBeGreaterThanOrEqual(paper?.y ?? Infinity);
    expect((words?.height ?? 0) / (words?.width ?? 1)).toBeGreaterThan(1);
    expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThan(
      (paper?.x ?? 0) + (paper?.width ?? 0),
    );
  });

  test('shows picture formats that only scanners use', async ({ page, server }) => {
    putDocuments(server);
    await logInAt(page, '/files/docs/scan.pdf', server.admin);
    await expect.poll(() => inkOn(page, 'Page 1 of 1')).toBeGreaterThan(100);
  });

  test('opens only with its password', async ({ page, server }) => {
    putDocuments(server);
    await logInAt(page, '/files/docs/locked.pdf', server.admin);
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('open');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('Wrong password. Try again.');
    await password.fill('sesame');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Page 2', { exact: true })).toBeAttached();
  });

  test('that is broken shows an error', async ({ page, server, browserErrors }) => {
    browserErrors.expect(/./);
    putDocuments(server);
    await logInAt(page, '/files/docs/broken.pdf', server.admin);
    await expect(page.getByText('This document is damaged and can’t be displayed.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download' }).first()).toBeVisible();
  });

  test('is searched, and its table of contents and links lead to their pages', async ({
    page,
    server,
  }) => {
    putDocuments(server);
    await logInAt(page, '/files/docs/paper.pdf', server.admin);
    await expect(page.getByText('Page 1', { exact: true })).toBeAttached();
    await page.keyboard.press('Control+f');
    const find = page.getByRole('search', { name: 'Find in document' });
    const field = find.getByRole('searchbox', { name: 'Find in document' });
    await expect(field).toBeFocused();
    await page.keyboard.type('PAGE 4');
    await expect(find.getByRole('status')).toHaveText('1 of 3');
    await expect(page.getByRole('group', { name: 'Page 4 of 41' })).toBeInViewport();
    await expect.poll(() => highlighted(page, 'pdf-current-match')).toEqual(['Page 4']);
    await field.press('Enter');
    await expect(find.getByRole('status')).toHaveText('2 of 3');
    await expect(page.getByRole('group', { name: 'Page 40 of 41' })).toBeInViewport();
    await expect.poll(() => highlighted(page, 'pdf-current-match')).toEqual(['Page 4']);
    await expect.poll(() => highlighted(page, 'pdf-match')).toContain('Page 4');
    await field.press('Shift+Enter');
    await field.press('Shift+Enter');
    await expect(find.getByRole('status')).toHaveText('3 of 3');
    await expect(page.getByRole('group', { name: 'Page 41 of 41' })).toBeInViewport();
    await field.fill('nowhere');
    await expect(find.getByRole('status')).toHaveText('No matches');
    await field.press('Escape');
    await expect(find).toBeHidden();
    expect(await highlighted(page, 'pdf-current-match')).toEqual([]);

    await page.getByRole('button', { name: 'Table of contents' }).click();
    const contents = page.getByRole('navigation', { name: 'Table of contents' });
    await contents.getByRole('button', { name: 'Chapter 30' }).click();
    await expect(page.getByRole('textbox', { name: 'Page 30 of 41' })).toHaveValue('30');
    await page.getByRole('button', { name: 'Table of contents' }).click();
    await expect(contents).toBeHidden();

    await page.getByRole('region', { name: 'Contents of paper.pdf' }).press('Home');
    const first = page.getByRole('group', { name: 'Page 1 of 41' });
    await expect(first.getByRole('link')).toHaveAttribute('href', 'https://example.org/more');
    // The script of the third link is left out.
    await expect(first.getByRole('button')).toHaveCount(1);
    await first.getByRole('button', { name: 'Go to page 30' }).click();
    await expect(page.getByRole('group', { name: 'Page 30 of 41' })).toBeInViewport();
  });

  test('is printed as a whole, and printing can be cancelled', async ({ page, server }) => {
    putDocuments(server);
    await page.addInitScript(() => {
      window.print = () => {
        const images = [...document.querySelectorAll('body > div > img')];
        const widths = images.map((image) => (image as HTMLImageElement).naturalWidth);
        Object.assign(window, { printedWidths: widths });
      };
    });
    const printed = () => page.evaluate((): unknown => Reflect.get(window, 'printedWidths'));
    await logInAt(page, '/files/docs/paper.pdf', server.admin);
    await chooseTool(page, 'Print');
    const progress = page.getByRole('group', { name: 'Print', exact: true });
    await expect(progress).toBeVisible();
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await expect(progress).toBeHidden();
    expect(await printed()).toBeUndefined();

    await page.keyboard.press('Control+p');
    await expect(progress).toBeVisible();
    await expect(progress).toBeHidden({ timeout: 60_000 });
    expect(await printed()).toEqual(Array.from({ length: 41 }, () => 1_239));
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(page.locator('body > div > img')).toHaveCount(0);
  });

  test('that failed to load can be reloaded', async ({ page, server, browserErrors }) => {
    browserErrors.expect(refusal(500));
    putDocuments(server);
    await page.route('**/api/raw/**', (route) => route.fulfill({ status: 500 }));
    await logInAt(page, '/files/docs/paper.pdf', server.admin);
    await expect(page.getByRole('alert')).toContainText(
      'The server couldn’t complete the request. Try again later.',
    );
    await page.unroute('**/api/raw/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
  });
});

/** Returns the texts that the page highlights under a name. */
function highlighted(page: Page, name: string): Promise<string[]> {
  return page.evaluate(
    (key) => [...(CSS.highlights.get(key) ?? [])].map((range) => (range as Range).toString()),
    name,
  );
}

/** Returns the number of pixels of a page that are not white. */
function inkOn(page: Page, name: string): Promise<number> {
  return page
    .getByRole('group', { name, exact: true })
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      return data.filter((value, index) => index % 4 === 0 && value < 128).length;
    });
}

/** Returns the widths of the gaps between the letters of a drawn page, from the widest to the narrowest, in pixels. */
function gapsOn(page: Page, name: string): Promise<number[]> {
  return page
    .getByRole('group', { name, exact: true })
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] };
      const columns = Array.from({ length: width }, (_, x) =>
        Array.from({ length: height }, (__, y) => data[4 * (y * width + x)] ?? 255).some(
          (value) => value < 128,
        ),
      );
      const inked = columns.flatMap((hasInk, x) => (hasInk ? [x] : []));
      return inked
        .slice(1)
        .map((x, index) => x - (inked[index] ?? x) - 1)
        .toSorted((a, b) => b - a);
    });
}

test.describe('a font', () => {
  test('is shown as a specimen of any sentence', async ({ page, server }) => {
    putDocuments(server);
    await logInAt(page, '/files/docs/font.ttf', server.admin);
    await page.getByLabel('Sample text').fill('Sphinx of black quartz');
    await expect(page.getByRole('definition').first()).toHaveText('Sphinx of black quartz');
    expect(await page.evaluate(() => [...document.fonts].map(({ status }) => status))).toEqual([
      'loaded',
    ]);
  });

  test('that is invalid shows only its details', async ({ page, server, browserErrors }) => {
    browserErrors.expect(/font|OTS/i);
    putDocuments(server);
    await logInAt(page, '/files/docs/broken.ttf', server.admin);
    await expect(page.getByText('This font is damaged or not supported')).toBeVisible();
  });
});

test.describe('a text too large for the editor', () => {
  test('shows its first part, even if it is one line of a gigabyte', async ({ page, server }) => {
    const file = join(server.root, 'endless.log');
    writeFileSync(file, 'one line without an end '.repeat(1_000_000));
    await logInAt(page, '/files/', server.admin);
    await page.goto('/files/endless.log');
    await expect(page.getByText('Showing the first 512 KiB of 22.89 MiB.')).toBeVisible();
    await expect(page.getByText('one line without an end').first()).toBeVisible();
    // A browser takes seconds to break half a million characters into lines at once.
    const blocks = await page
      .locator('pre')
      .evaluateAll((all) => all.map(({ textContent }) => textContent.length));
    expect(Math.max(...blocks)).toBeLessThanOrEqual(4_096);
    expect(blocks.reduce((sum, length) => sum + length)).toBe(524_288);
  });

  test('a file that is no text shows only its details', async ({ page, server }) => {
    putDocuments(server);
    await logInAt(page, '/files/docs/program.bin', server.admin);
    await expect(page.getByText('No preview for this type of file.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download' }).first()).toBeVisible();
  });
});

test('without the permission to download only details are shown', async ({ page, server }) => {
  putDocuments(server);
  const visitor = await server.addUser('visitor', []);
  await logInAt(page, '/files/docs/guide.md', visitor);
  await expect(page.getByText('guide.md').first()).toBeVisible();
  await expect(page.getByRole('article', { name: 'guide.md' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'A guide' })).toHaveCount(0);
});
