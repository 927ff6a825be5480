import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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
  // The chunk of a cut connection, as a proxy reports it.
  browserErrors.expect(refusal(423));
  browserErrors.expect(NO_ANSWER);
  const file = join(server.scratch, 'film.bin');
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
  await expect.poll(() => server.pathsOnDisk(), { timeout: 60_000 }).toEqual(['film.bin']);
  await uploadsEnded(page);

  expect(proxy.damaged()).toBe(2);
  expect(statuses.filter((status) => status === 460)).toHaveLength(2);
  expect([...stated].filter((value) => !value.startsWith('crc32 '))).toEqual([]);
  const arrived = join(server.root, 'film.bin');
  expect(await sha256(arrived)).toBe(await sha256(file));

  const details = page.getByRole('complementary', { name: 'Details' });
  const stored = details.getByRole('region', { name: 'Stored checksum' });
  const digest = await sha256(file);
  // The server computes it in the background.
  await expect(async () => {
    await page.goto(`${proxy.url}/files/`);
    await page.getByRole('row').getByText('film.bin').click();
    if (!(await details.isVisible())) await page.getByRole('button', { name: 'Info' }).click();
    await details.getByText('Advanced').click();
    await expect(stored).toContainText(digest, { timeout: 3_000 });
  }).toPass();
  await stored.getByRole('button', { name: 'Verify' }).click();
  await expect(stored).toContainText('The file is intact');

  // A disk that damages a byte changes neither size nor time.
  const reference = join(server.scratch, 'reference');
  // Node sets times only to the microsecond, and the server compares nanoseconds.
  const copyTimes = (from: string, to: string) => execFileSync('touch', ['-r', from, to]);
  copyTimes(arrived, reference);
  const bytes = readFileSync(arrived);
  bytes.writeUInt8(bytes.readUInt8(1_000) ^ 1, 1_000);
  writeFileSync(arrived, bytes, { flag: 'r+' });
  copyTimes(reference, arrived);
  await stored.getByRole('button', { name: 'Verify' }).click();
  await expect(stored).toContainText('The file is damaged');

  // The page mostly learns of the change while the file is compared.
  await page.route(/film\.bin\?checksum=/, async (route) => {
    await delay(2_000);
    await route.continue();
  });
  appendFileSync(arrived, 'more');
  await stored.getByRole('button', { name: 'Verify' }).click();
  await expect(stored).toContainText('The file was changed');
});
