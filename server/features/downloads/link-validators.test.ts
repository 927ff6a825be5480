import { lutimes, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';

test('the target of a symlink is sent again when it has changed', async () => {
  await using app = await startTestApp({ files: { '/real.txt': 'one' } });
  const file = join(app.root, 'real.txt');
  const link = join(app.root, 'link.txt');
  await symlink('real.txt', link);
  await utimes(file, 1_000, 1_000);
  await lutimes(link, 2_000, 2_000);
  const anna = await app.logIn();
  const seen = await anna.get('/api/raw/link.txt');
  expect(seen.headers['last-modified']).toBe('Thu, 01 Jan 1970 00:33:20 GMT');

  for (const headers of [
    { 'if-none-match': String(seen.headers.etag) },
    { 'if-modified-since': String(seen.headers['last-modified']) },
  ]) {
    expect((await anna.get('/api/raw/link.txt', { headers })).status).toBe(304);
    await writeFile(file, 'two');
    expect((await anna.get('/api/raw/link.txt', { headers })).text).toBe('two');
    await utimes(file, 1_000, 1_000);
  }
});
