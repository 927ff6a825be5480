import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/journey.ts';
import { expectFolder, logInAt, pick, uploadPanel } from './support/pages.ts';

// Without a UTF-8 locale, Chromium lists files whose names are not ASCII, cannot read them, and says that they have 0 bytes.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, env: { ...process.env, LC_ALL: 'C' } }),
});

test('a file that the browser cannot read is named, and does not become an empty one', async ({
  page,
  server,
}) => {
  const folder = join(server.scratch, 'box');
  mkdirSync(folder);
  for (const name of ['readable.txt', 'empty.txt', '日本.txt']) {
    writeFileSync(join(folder, name), name === 'empty.txt' ? '' : name);
  }
  await logInAt(page, '/files/', server.admin);
  await expectFolder(page, 'My files');
  await (await pick(page, 'folder')).setFiles(folder);

  await expect(uploadPanel(page)).toContainText('The file can no longer be read.');
  await expect(uploadPanel(page)).toContainText('日本.txt');
  await expect
    .poll(() => server.pathsOnDisk())
    .toEqual(['box', 'box/empty.txt', 'box/readable.txt']);
});
