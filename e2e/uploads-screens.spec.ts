import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_ANSWER } from './support/browser-errors.ts';
import { CuttableConnection } from './support/cuttable-connection.ts';
import { makeLargeFile } from './support/disk.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { dropPaths, pick, logInAt, uploadPanel } from './support/pages.ts';

const MIB = 1_048_576;
const NAMES = ['film.mp4', 'report.pdf', 'photo.jpg', 'backup.tar.gz'];

test('existing names, folders and files', async ({ page, server }, info) => {
  server.put({
    'plan.txt': 'old',
    'Photos/2025/sea.jpg': 'old',
    'Music/': '',
    [`${'a very long name '.repeat(8)}.txt`]: 'old',
  });
  const paths = ['plan.txt', 'Photos', 'Music', `${'a very long name '.repeat(8)}.txt`];
  mkdirSync(join(server.scratch, 'Photos', '2025'), { recursive: true });
  writeFileSync(join(server.scratch, 'Photos', '2025', 'sea.jpg'), 'new');
  mkdirSync(join(server.scratch, 'Music'));
  for (const name of [paths[0], paths[3]]) writeFileSync(join(server.scratch, `${name}`), 'new');
  await logInAt(page, '/files/', server.admin);
  await expect(page.getByText('plan.txt')).toBeVisible();

  await dropPaths(
    page,
    paths.map((path) => join(server.scratch, path)),
  );
  await expect(page.getByRole('dialog', { name: '4 items already exist' })).toBeVisible();
  await inspectScreen(page, info, 'upload-conflicts');
  await page.getByRole('button', { name: 'Replace or merge all' }).click();
  await inspectScreen(page, info, 'upload-conflicts-all');
});

test('interrupted uploads, and resumed ones', async ({ page, server, browserErrors }, info) => {
  test.setTimeout(120_000);
  browserErrors.expect(NO_ANSWER);
  const files = NAMES.map((name) => join(server.scratch, name));
  for (const file of files) makeLargeFile(file, 256 * MIB);
  server.put({ 'Videos/': '', 'notes.md': '# notes' });
  const line = await CuttableConnection.open(server.port);
  await logInAt(page, `${line.url}/files/`, server.admin);
  await expect(page.getByText('notes.md')).toBeVisible();
  const begun = line.sentFurther(96 * MIB);
  await (await pick(page, 'files')).setFiles(files);
  await begun;
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  const notice = page.getByRole('region', { name: '4 uploads were interrupted' });
  await expect(notice).toBeVisible();
  await inspectScreen(page, info, 'uploads-interrupted');

  const chooser = page.waitForEvent('filechooser');
  await notice.getByRole('button', { name: 'Select files' }).click();
  await (await chooser).setFiles(files.slice(0, 2));
  await expect(uploadPanel(page)).toContainText(/Resumed at/);
  line.cut();
  await page.context().setOffline(true);
  await expect(uploadPanel(page).getByRole('heading')).toHaveText('Waiting for connection');
  await inspectScreen(page, info, 'uploads-offline');
  await line.close();
});
