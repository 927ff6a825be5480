import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noteStrayPart } from '../../metadata/stray-parts.ts';
import { startTestApp } from '../../testing/app.ts';
import { treePath } from '../../testing/stored-records.ts';

test('what a crash left of a file that was being written is gone after the next start', async () => {
  await using app = await startTestApp({ files: { '/docs/kept.txt': 'kept' } });
  const part = { folder: treePath('/docs'), partName: '.filebrowser-crash.part' };
  await writeFile(join(app.root, 'docs', part.partName), 'half of it');
  await app.db.write((tx) => noteStrayPart(tx, part));

  await app.restart();

  expect(await app.filesOnDisk()).toEqual({ '/docs/kept.txt': 'kept' });
});

test('a large file that was written leaves no note behind', async () => {
  await using app = await startTestApp();
  const anna = await app.signIn();
  const bytes = Buffer.alloc(600_000, 'x');

  expect((await anna.post('/api/resources/large.bin', { body: bytes })).status).toBe(200);

  const notes = await app.db.read.selectFrom('strayPart').selectAll().execute();
  expect(notes).toEqual([]);
});
