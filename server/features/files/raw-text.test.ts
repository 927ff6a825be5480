import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileInfo } from '#contract/files.ts';
import { expect, test } from 'vitest';
import { startTestApp, TRASH } from '../../testing/app.ts';

const RAW = { headers: { 'x-encoding': 'true' } };
const everything = {
  admin: false,
  execute: false,
  create: true,
  rename: true,
  modify: true,
  delete: true,
  share: true,
  download: true,
};

test('a text is sent byte for byte on request, and is not cached', async () => {
  await using app = await startTestApp({ files: { '/empty.txt': '' } });
  const latin1 = Buffer.from('name;größe\r\n', 'latin1');
  await writeFile(join(app.root, 'table.csv'), latin1);
  const anna = await app.logIn();

  const reply = await anna.get('/api/resources/table.csv', RAW);
  const both = await anna.get('/api/resources/table.csv?checksum=md5', RAW);
  const empty = await anna.get('/api/resources/empty.txt', RAW);

  expect(reply.status).toBe(200);
  expect(reply.bytes).toEqual(latin1);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'cache-control': 'no-cache, no-store, must-revalidate',
    'x-content-type-options': 'nosniff',
  });
  expect(both.bytes).toEqual(latin1);
  expect([empty.status, empty.text]).toEqual([200, '']);
});

test('its ETag is that of the file, so that a save can refer to it', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'one' } });
  const anna = await app.logIn();

  const { headers } = await anna.get('/api/resources/a.txt', RAW);
  const saved = await anna.put('/api/resources/a.txt', {
    body: 'two',
    headers: { 'if-match': String(headers['etag']) },
  });

  expect(saved.status).toBe(200);
});

test('other files, and texts that may not be changed, are described as usual', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'hello', '/a.zip': 'PK\x03\x04\0' } });
  await mkdir(join(app.root, 'folder'));
  const anna = await app.logIn({ username: 'anna' });
  const reader = await app.logIn({ username: 'reader', perm: { ...everything, modify: false } });

  expect((await anna.get('/api/resources/a.zip', RAW)).json<FileInfo>().type).toBe('blob');
  expect((await anna.get('/api/resources/folder', RAW)).json<FileInfo>().isDir).toBe(true);
  expect((await reader.get('/api/resources/a.txt', RAW)).json<FileInfo>()).toMatchObject({
    type: 'textImmutable',
  });
  const other = { headers: { 'x-encoding': 'false' } };
  expect((await anna.get('/api/resources/a.txt', other)).json<FileInfo>().content).toBe('hello');
});

test('the permission to download is required, also for other files', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'hello', '/a.zip': 'PK\x03\x04\0' } });
  const anna = await app.logIn({ perm: { ...everything, download: false } });

  for (const name of ['a.txt', 'a.zip']) {
    expect((await anna.get(`/api/resources/${name}`, RAW)).status).toBe(403);
  }
});

test('content=false returns the facts of a text without its contents', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'hello' } });
  const anna = await app.logIn();

  const facts = (await anna.get('/api/resources/a.txt?content=false')).json<FileInfo>();

  expect(facts).toMatchObject({ name: 'a.txt', size: 5, type: 'text' });
  expect(facts).not.toHaveProperty('content');
});

test('a text that is not UTF-8 is described as no text, which an old client would save as an empty one', async () => {
  await using app = await startTestApp();
  await writeFile(join(app.root, 'latin1.txt'), Buffer.from('größe', 'latin1'));
  await writeFile(join(app.root, 'utf8.txt'), 'größe');
  const anna = await app.logIn();
  const reader = await app.logIn({ username: 'reader', perm: { ...everything, modify: false } });
  const typeFor = async (client: typeof anna, name: string) => {
    const { type, content } = (await client.get(`/api/resources/${name}`)).json<FileInfo>();
    return [type, content];
  };

  expect(await typeFor(anna, 'latin1.txt')).toEqual(['blob', undefined]);
  expect(await typeFor(reader, 'latin1.txt')).toEqual(['blob', undefined]);
  expect(await typeFor(anna, 'utf8.txt')).toEqual(['text', 'größe']);
  // Without the contents, which our page requests separately as bytes.
  expect(await typeFor(anna, 'latin1.txt?content=false')).toEqual(['text', undefined]);
});

test('a text in the trash has the name that it had', async () => {
  await using app = await startTestApp({ files: { '/notes.txt': 'a' }, config: { trash: TRASH } });
  const anna = await app.logIn();
  const id = (await anna.delete('/api/resources/notes.txt')).headers['x-trashed'];
  const reply = await anna.get(`/api/trash/${String(id)}/resources/`, RAW);
  expect([reply.status, reply.text]).toEqual([200, 'a']);
  expect(reply.headers['content-disposition']).toMatch(
    /^attachment; filename\*=utf-8''notes\.txt$/,
  );
});
