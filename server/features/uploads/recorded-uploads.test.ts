import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AuditPage } from '#contract/audit.ts';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import { unfinishedUploads } from '../../metadata/uploads.ts';
import { allOf } from '../../testing/all-of.ts';
import { startTestApp } from '../../testing/app.ts';
import { openRequest, until } from '../../testing/open-request.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const ADMIN = { username: 'root', perm: { ...aStoredUser().perm, admin: true } };
const ANNA = { username: 'anna', scope: '/home/anna' };
const FILES = { '/home/anna/': '' };
const TUS = { 'tus-resumable': '1.0.0' };

test('an upload that is interrupted after its last byte is recorded when a HEAD request publishes it', async () => {
  await using app = await startTestApp({ files: FILES });
  const admin = await app.logIn(ADMIN);
  const anna = await app.logIn(ANNA);
  await anna.post('/api/tus/cut.bin', { headers: { ...TUS, 'upload-length': '5' } });
  const patch = openRequest('PATCH', `${app.url}/api/tus/cut.bin`, {
    ...TUS,
    'x-auth': anna.token ?? '',
    'content-type': TUS_CONTENT_TYPE,
    'upload-offset': '0',
  });
  await patch.send('bytes');
  await until(async () => Object.values(await app.filesOnDisk()).includes('bytes'));
  patch.breakOff();

  const head = await anna.head('/api/tus/cut.bin', { headers: TUS });
  expect(head.headers['upload-offset']).toBe('5');
  expect(await app.filesOnDisk()).toMatchObject({ '/home/anna/cut.bin': 'bytes' });
  await anna.head('/api/tus/cut.bin', { headers: TUS });
  const page = await admin.get('/api/audit?user=anna&what=upload');
  expect(page.json<AuditPage>().entries).toEqual([
    expect.objectContaining({ about: '/home/anna/cut.bin', address: '127.0.0.1', status: 200 }),
  ]);
});

test('an upload that recovery publishes is recorded with its user', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn(ANNA);
  await anna.post('/api/tus/late.bin', { headers: { ...TUS, 'upload-length': '5' } });
  await anna.patch('/api/tus/late.bin', {
    headers: { ...TUS, 'content-type': TUS_CONTENT_TYPE, 'upload-offset': '0' },
    body: 'byt',
  });
  const [upload] = await allOf(unfinishedUploads(app.db.read));
  // In the state that a crash between the last byte and the publication leaves.
  await writeFile(join(app.root, upload?.folder ?? '', upload?.partName ?? ''), 'bytes');
  await using after = await app.restart();
  await until(async () => '/home/anna/late.bin' in (await after.filesOnDisk()));

  const admin = await after.logIn(ADMIN);
  const page = await admin.get('/api/audit?user=anna&what=upload');
  expect(page.json<AuditPage>().entries).toEqual([
    expect.objectContaining({ about: '/home/anna/late.bin', address: '', status: 200 }),
  ]);
});
