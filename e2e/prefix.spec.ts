import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { refusal } from './support/browser-errors.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import {
  expectFolder,
  fillLogin,
  logOut,
  makeFolder,
  openEntry,
  pick,
  rowOf,
  uploadsEnded,
} from './support/pages.ts';
import { startPrefixProxy } from './support/prefix-proxy.ts';

const PREFIX = '/tools/files';

test.use({ serverFlags: ['--baseURL', PREFIX] });

for (const strips of [false, true]) {
  test(`everything works behind a proxy that ${strips ? 'removes the base path' : 'keeps the base path'}`, async ({
    page,
    server,
    browserErrors,
  }) => {
    server.put({ 'Photos/sea 100%.txt': 'blue' });
    const proxy = await startPrefixProxy({ prefix: PREFIX, targetPort: server.port, strips });
    const outside: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${proxy.url}/`)) outside.push(request.url());
    });

    await page.goto(`${proxy.url}/files/Photos/`);
    await expect(page).toHaveURL(`${proxy.url}/login?redirect=%2Ffiles%2FPhotos%2F`);
    await fillLogin(page, server.admin);
    await expect(page).toHaveURL(`${proxy.url}/files/Photos/`);
    await expect(rowOf(page, 'sea 100%.txt')).toBeVisible();
    await page.reload();
    await makeFolder(page, 'made');
    const file = join(server.scratch, 'new #1.txt');
    writeFileSync(file, 'new');
    await (await pick(page, 'files')).setFiles(file);
    await expect(rowOf(page, 'new #1.txt')).toBeVisible();
    await uploadsEnded(page);
    await rowOf(page, 'new #1.txt').click();
    const begun = page.waitForEvent('download');
    await page.keyboard.press('Control+s');
    expect((await begun).suggestedFilename()).toBe('new #1.txt');
    await page.keyboard.press('Escape');
    await page
      .getByRole('navigation', { name: 'Path' })
      .getByRole('link', { name: 'My files' })
      .click();
    await expectFolder(page, 'My files');
    await openEntry(page, 'Photos');
    await expect(rowOf(page, 'made')).toBeVisible();
    // Requests still running when the session ends are refused.
    browserErrors.expect(refusal(401));
    await logOut(page);

    expect(server.pathsOnDisk()).toContain('Photos/made');
    expect(outside).toEqual([]);
    await proxy.close();
  });
}
