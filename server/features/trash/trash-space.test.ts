import { link, mkdir, mkdtemp, readdir, realpath, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import type { TrashedItem } from '#contract/trash.ts';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import { expect, onTestFinished, test } from 'vitest';
import { insertClaims, removeClaims } from '../../metadata/claims.ts';
import { startTestApp, startTestCluster, TRASH, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { missingPostgres } from '../../testing/engines.ts';
import { mountSmallDisk } from '../../testing/small-disk.ts';
import { aStoredUser, treePath } from '../../testing/stored-records.ts';
import { reachUploadLimit } from '../../testing/unfinished-uploads.ts';

const ADMIN = { username: 'ada', perm: { ...aStoredUser().perm, admin: true } };
/** These tests are about the space of a disk, and what others put there. */
const ON_DISK = { storage: 'folder' } as const;
const MEBIBYTE = 1_048_576;
/** Size of the disk. */
const DISK = 16 * MEBIBYTE;

/** Fills `/disk` with files of `mebibytes` each, and deletes them one after another. */
async function trashFiles(app: TestApp, client: Client, mebibytes: readonly number[]) {
  for (const [n, size] of mebibytes.entries()) {
    await writeFile(join(app.root, 'disk', `${n}`), Buffer.alloc(size * MEBIBYTE, 1));
    expect((await client.delete(`/api/resources/disk/${n}`)).status).toBe(204);
  }
}

async function pathsInTrash(client: Client): Promise<string[]> {
  const items = (await client.get('/api/trash')).json<TrashedItem[]>();
  return items.map(({ path }) => path).toSorted();
}

function beginUpload(client: Client, path: string, mebibytes: number) {
  const headers = { 'upload-length': `${mebibytes * MEBIBYTE}` };
  return client.post(`/api/tus${path}`, { headers });
}

test('the oldest items go where the trash takes more than its part of the disk', async (context) => {
  await using app = await startTestApp({
    config: { ...ON_DISK, trash: { ...TRASH, limitPercent: 30 } },
  });
  await using disk = await mountSmallDisk(app.root, { bytes: DISK, context });
  const anna = await app.logIn();
  // 4.8 MiB may stay.
  await trashFiles(app, anna, [3, 3, 1]);
  await writeFile(join(app.root, 'elsewhere'), 'x');
  await anna.delete('/api/resources/elsewhere');
  await using again = await app.restart();
  // Before the folder of the server is removed.
  await using _ = disk;
  const client = again.client(anna.token);
  await expect.poll(() => pathsInTrash(client)).toEqual(['/disk/1', '/disk/2', '/elsewhere']);
  expect(await readdir(join(again.root, 'disk', TRASH_NAME))).toHaveLength(2);
});

test('a full disk takes the space for an upload from its trash, the oldest items first and no more', async (context) => {
  await using app = await startTestApp({ config: { ...ON_DISK, trash: TRASH } });
  await using _ = await mountSmallDisk(app.root, { bytes: DISK, context });
  const ada = await app.logIn(ADMIN);
  await writeFile(join(app.root, 'elsewhere'), 'x');
  await ada.delete('/api/resources/elsewhere');
  await trashFiles(app, ada, [4, 4, 4]);

  const fits = await beginUpload(ada, '/disk/fits', 2);
  expect(fits.status).toBe(201);
  expect(await pathsInTrash(ada)).toHaveLength(4);
  expect((await beginUpload(ada, '/disk/film', 6)).status).toBe(201);
  expect(await pathsInTrash(ada)).toEqual(['/disk/1', '/disk/2', '/elsewhere']);
  const { bavail, bsize } = await statfs(join(app.root, 'disk'));
  expect(bavail * bsize).toBeGreaterThan(6 * MEBIBYTE);
  const { entries } = (await ada.get('/api/audit?what=trash-delete')).json<{
    entries: { about: string; username: string; status: number }[];
  }>();
  expect(entries).toMatchObject([{ about: '/disk/0', username: 'ada', status: 200 }]);

  // Nothing is lost for a file that would not fit anyway.
  expect((await beginUpload(ada, '/disk/too-large', 40)).status).toBe(507);
  expect(await pathsInTrash(ada)).toEqual(['/disk/1', '/disk/2', '/elsewhere']);
});

test('a disk without free inodes takes those for an upload and its folders from its trash, and no more', async (context) => {
  await using app = await startTestApp({ config: { ...ON_DISK, trash: TRASH } });
  // For the top folder, the trash folder, and four others.
  await using _ = await mountSmallDisk(app.root, { bytes: DISK, inodes: 6, context });
  const ada = await app.logIn(ADMIN);
  await trashFiles(app, ada, [0, 0, 0]);
  await writeFile(join(app.root, 'disk/kept'), '');
  await expect(writeFile(join(app.root, 'disk/more'), '')).rejects.toThrow('ENOSPC');

  // Nothing is lost for a file that would not fit anyway.
  expect((await beginUpload(ada, '/disk/a/b/c/d/e', 1)).status).toBe(507);
  expect(await pathsInTrash(ada)).toEqual(['/disk/0', '/disk/1', '/disk/2']);
  const headers = { 'upload-length': '1', 'content-type': TUS_CONTENT_TYPE };
  const sent = await ada.post('/api/tus/disk/new/small', { headers, body: 'x' });
  expect(sent.status).toBe(201);
  expect((await ada.get('/api/raw/disk/new/small')).text).toBe('x');
  expect(await pathsInTrash(ada)).toEqual(['/disk/2']);
});

test('an item whose bytes stay does not end the search for inodes', async (context) => {
  await using app = await startTestApp({ config: { ...ON_DISK, trash: TRASH } });
  // For the top folder, the trash folder, and four names of files, of which each needs one here.
  await using _ = await mountSmallDisk(app.root, { bytes: DISK, inodes: 6, context });
  const ada = await app.logIn(ADMIN);
  await trashFiles(app, ada, [2, 0]);
  const folder = join(app.root, 'disk', TRASH_NAME);
  const oldest = (await readdir(folder)).find((name) => name.endsWith('-0')) ?? '';
  await link(join(folder, oldest), join(app.root, 'disk/other name'));
  await writeFile(join(app.root, 'disk/kept'), '');
  await expect(writeFile(join(app.root, 'disk/more'), '')).rejects.toThrow('ENOSPC');
  expect((await beginUpload(ada, '/disk/folder/film', 1)).status).toBe(201);
  expect(await pathsInTrash(ada)).toEqual([]);
});

test('nothing is deleted for an upload that is refused, or that replaces one of enough bytes', async (context) => {
  await using app = await startTestApp({ config: { ...ON_DISK, trash: TRASH } });
  await using _ = await mountSmallDisk(app.root, { bytes: DISK, context });
  const ada = await app.logIn(ADMIN);
  const headers = {
    'upload-length': `${6 * MEBIBYTE}`,
    'content-type': TUS_CONTENT_TYPE,
  };
  const body = Buffer.alloc(3 * MEBIBYTE, 1);
  expect((await ada.post('/api/tus/disk/film', { headers, body })).status).toBe(201);
  await trashFiles(app, ada, [4, 4]);
  const kept = ['/disk/0', '/disk/1'];

  expect((await beginUpload(ada, '/disk/film', 6)).status).toBe(423);
  expect(await pathsInTrash(ada)).toEqual(kept);
  // The upload does not count as in progress.
  await app.db.write((tx) => tx.updateTable('upload').set({ lastByteAt: 0 }).execute());
  await reachUploadLimit(app);
  expect((await beginUpload(ada, '/disk/other', 6)).status).toBe(429);
  expect(await pathsInTrash(ada)).toEqual(kept);
  expect((await beginUpload(ada, '/disk/film', 6)).status).toBe(201);
  expect(await pathsInTrash(ada)).toEqual(kept);
});

test('an upload that waits for its path does not hold up others', async (context) => {
  const missing = missingPostgres();
  if (missing !== undefined) context.skip(missing);
  const [app] = await startTestCluster({ config: { ...ON_DISK, trash: TRASH } });
  await using _ = await mountSmallDisk(app.root, { bytes: DISK, context });
  const ada = await app.logIn(ADMIN);
  await trashFiles(app, ada, [4, 4]);
  // Another server is writing to the path.
  const write = { path: treePath('/disk/slow'), access: 'write' } as const;
  await app.db.write((tx) => insertClaims(tx, { id: 'w', server: 'another', claims: [write] }));
  const done: string[] = [];
  const upload = async (name: string, mebibytes: number): Promise<void> => {
    expect((await beginUpload(ada, `/disk/${name}`, mebibytes)).status).toBe(201);
    done.push(name);
  };
  const slow = upload('slow', 9);
  expect(await pathsInTrash(ada)).toEqual(['/disk/0', '/disk/1']);
  await Promise.all([upload('fits', 1), upload('needs-room', 9)]);
  expect(done.toSorted()).toEqual(['fits', 'needs-room']);
  await app.db.write((tx) => removeClaims(tx, 'w'));
  await slow;
}, 60_000);

test('nothing is deleted where the file system does not know its size', async (context) => {
  await using app = await startTestApp({
    config: { ...ON_DISK, trash: { ...TRASH, limitPercent: 1e-9 } },
  });
  await using disk = await mountSmallDisk(app.root, { bytes: 0, context });
  const ada = await app.logIn(ADMIN);
  await trashFiles(app, ada, [2, 0, 1]);
  const kept = ['/disk/0', '/disk/1', '/disk/2'];
  expect((await beginUpload(ada, '/disk/film', 6)).status).toBe(201);
  expect(await pathsInTrash(ada)).toEqual(kept);

  // The newest item, which is deleted last.
  await writeFile(join(app.root, 'elsewhere'), Buffer.alloc(MEBIBYTE));
  await ada.delete('/api/resources/elsewhere');
  await using again = await app.restart();
  await using _ = disk;
  await expect.poll(() => pathsInTrash(again.client(ada.token))).toEqual(kept);
});

test('nothing is deleted where the storage keeps removed contents', async (context) => {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'filebrowser-test-')));
  onTestFinished(() => rm(parent, { recursive: true }));
  await using _ = await mountSmallDisk(parent, { bytes: DISK, context });
  const root = join(parent, 'disk');
  await using app = await startTestApp({
    config: { storage: 'managed', root, trash: TRASH },
    files: { '/old.txt': 'old' },
  });
  const ada = await app.logIn(ADMIN);
  const body = Buffer.alloc(6 * MEBIBYTE, 1);
  expect((await ada.post('/api/resources/film', { body })).status).toBe(200);
  await ada.delete('/api/resources/old.txt');
  await ada.delete('/api/resources/film');

  expect((await beginUpload(ada, '/other', 12)).status).toBe(507);
  expect(await pathsInTrash(ada)).toEqual(['/film', '/old.txt']);
});

test('items that the database does not know are listed for administrators, and can be restored', async () => {
  await using app = await startTestApp({
    files: { '/a b.txt': 'a' },
    config: { ...ON_DISK, trash: TRASH },
  });
  const ada = await app.logIn(ADMIN);
  await ada.delete('/api/resources/a%20b.txt');
  // As after a restore of an older backup of the database.
  await app.db.write((tx) => tx.deleteFrom('trash').execute());
  const folder = join(app.root, TRASH_NAME);
  await mkdir(join(folder, 'put there'));
  await using again = await app.restart();
  const client = again.client(ada.token);
  await expect.poll(() => pathsInTrash(client)).toEqual(['/a b.txt', '/put there']);
  const items = (await client.get('/api/trash')).json<TrashedItem[]>();
  const id = items.find(({ path }) => path === '/a b.txt')?.id ?? 0;
  expect((await client.post(`/api/trash/${id}/restore`)).status).toBe(200);
  expect((await again.filesOnDisk())['/a b.txt']).toBe('a');
  const bob = await again.logIn({ username: 'bob' });
  expect(await pathsInTrash(bob)).toEqual([]);
});
