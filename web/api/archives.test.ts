import { expect, test } from 'vitest';
import { aFolder, anEntry, fakeServer } from '../testing/fake-server.ts';
import { archiveUrl } from './archives.ts';

test('a single folder uses its own address, the home folder included', async () => {
  const docs = anEntry('/docs', { isDir: true });

  expect(await archiveUrl('', [docs], 'zip')).toBe('/api/raw/docs?algo=zip');
  expect(await archiveUrl('', [{ ...aFolder('/'), path: '' }], 'tar')).toBe('/api/raw/?algo=tar');
});

test('a name with a comma or percent sign is encoded in the list', async () => {
  const url = await archiveUrl('/d', [anEntry('/d/a,b'), anEntry('/d/100%')], 'zip');
  const list = new URL(url, 'http://localhost').searchParams.get('files') ?? '';

  expect(list.split(',').map(decodeURIComponent)).toEqual(['a,b', '100%']);
});

test('many names are sent to the server first, which returns a short address', async () => {
  const server = fakeServer().on('POST', '/api/selections', { json: { id: 'x y' } });
  const files = Array.from({ length: 500 }, (_, n) => anEntry(`/d/file number ${n}`));

  expect(await archiveUrl('/d', files, 'tarzst')).toBe('/api/raw/d?selection=x%20y&algo=tarzst');
  expect(JSON.parse(server.calls[0]?.body ?? '')).toMatchObject({ folder: '/d' });
});

test('entries of several folders are named relative to their common folder', async () => {
  const url = await archiveUrl('/d', [anEntry('/d/a/x.txt'), anEntry('/d/y.txt')], 'zip');
  const list = new URL(url, 'http://localhost').searchParams.get('files') ?? '';

  expect(list.split(',').map(decodeURIComponent)).toEqual(['a/x.txt', 'y.txt']);
});
