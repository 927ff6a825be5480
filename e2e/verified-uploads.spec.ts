import { appendFileSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { NO_ANSWER, refusal } from './support/browser-errors.ts';
import { startDamagingProxy } from './support/damaging-proxy.ts';
import { sha256 } from './support/disk.ts';
import { expect, test } from './support/journey.ts';
import { logInAt, pick, uploadsEnded } from './support/pages.ts';

const MIB = 1_048_576;

test('damage in transit is noticed and sent again, and the file can be verified later', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(460));
  browserErrors.expect(NO_ANSWER);
  const file = join(server.scratch, 'film.mp4');
  writeFileSync(file, randomBytes(25 * MIB));
  await using proxy = await startDamagingProxy(`http://127.0.0.1:${server.port}`);
  await logInAt(page, `${proxy.url}/files/`, server.admin);
  const statuses: number[] = [];
  const stated = new Set<string>();
  page.on('response', (response) => {
    if (response.request().method() !== 'PATCH') return;
    statuses.push(response.status());
    stated.add(response.request().headers()['upload-checksum'] ?? 'none');
  });

  proxy.damageNext(2);
  proxy.cutNext(1);
  await (await pick(page, 'files')).setFiles(file);
  await uploadsEnded(page);

  expect(proxy.damaged()).toBe(2);
  expect(statuses.filter((status) => status === 460)).toHaveLength(2);
  expect([...stated].filter((value) => !value.startsWith('crc32 '))).toEqual([]);
  const arrived = join(server.root, 'film.mp4');
  await expect.poll(() => server.pathsOnDisk()).toEqual(['film.mp4']);
  expect(await sha256(arrived)).toBe(await sha256(file));

  await page.goto(`${proxy.url}/files/`);
  const stored = page.getByRole('dialog').getByRole('region', { name: 'Stored checksum' });
  const openInfo = async () => {
    await page.getByRole('row', { name: /film\.mp4/ }).click();
    await page.getByRole('button', { name: 'Info' }).click();
  };
  await openInfo();
  await expect(stored).toContainText(await sha256(file));
  await stored.getByRole('button', { name: 'Verify' }).click();
  await expect(stored).toContainText('The file is intact');

  // A disk that damages a byte changes neither size nor time.
  const { atime, mtime } = statSync(arrived);
  const bytes = readFileSync(arrived);
  bytes.writeUInt8(bytes.readUInt8(1_000) ^ 1, 1_000);
  writeFileSync(arrived, bytes, { flag: 'r+' });
  utimesSync(arrived, atime, mtime);
  await stored.getByRole('button', { name: 'Verify' }).click();
  await expect(stored).toContainText('The file is damaged');

  appendFileSync(arrived, 'more');
  await stored.getByRole('button', { name: 'Verify' }).click();
  await expect(stored).toContainText('The file was changed');
});
