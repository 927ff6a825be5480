import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TOKEN_HEADER } from '#contract/session.ts';
import { transferUrl } from '#contract/transfers.ts';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { aRemoval, interrupt } from '../../testing/interrupted-operations.ts';
import { openRequest, until } from '../../testing/open-request.ts';

test('a start removes temporary files that a crash has left', async () => {
  await using app = await startTestApp({ files: { '/docs/kept.txt': 'kept' } });
  const part = '/docs/.filebrowser-crash.part';
  await writeFile(join(app.root, part), 'half of it');
  await interrupt(app.db, aRemoval(part));

  await app.restart();

  expect(await app.filesOnDisk()).toEqual({ '/docs/kept.txt': 'kept' });
});

test('a large file that was written leaves no note behind', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  const bytes = Buffer.alloc(600_000, 'x');

  expect((await anna.post('/api/resources/large.bin', { body: bytes })).status).toBe(200);

  const notes = await app.db.read.selectFrom('operation').selectAll().execute();
  expect(notes).toEqual([]);
});

test('a file whose folder was moved before it could be published leaves nothing behind', async () => {
  await using app = await startTestApp({ files: { '/docs/sub/kept.txt': 'kept' } });
  const anna = await app.logIn();
  const sending = openRequest('POST', `${app.url}/api/resources/docs/sub/large.bin`, {
    [TOKEN_HEADER]: anna.token ?? '',
    'content-length': 900_000,
  });
  await sending.send(Buffer.alloc(500_000, 'x'));
  const names = async () => Object.keys(await app.filesOnDisk());
  await until(async () => (await names()).some((name) => name.includes('.part')));
  const query = {
    action: 'rename',
    destination: '/moved',
    override: false,
    rename: false,
  } as const;
  expect((await anna.patch(transferUrl('/docs', query))).status).toBe(200);

  sending.breakOff();
  await until(async () => (await names()).length === 1);
  expect(await names()).toEqual(['/moved/sub/kept.txt']);
  const notes = async () => app.db.read.selectFrom('operation').selectAll().execute();
  await until(async () => (await notes()).length === 0);
});
