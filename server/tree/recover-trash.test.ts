import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import type { NewOperation } from '../metadata/operation-journal.ts';
import { insertShare } from '../metadata/shares.ts';
import { insertTrash } from '../metadata/trash.ts';
import { startTestApp, TRASH, type TestApp } from '../testing/app.ts';
import { interrupt } from '../testing/interrupted-operations.ts';
import { aShare, treePath } from '../testing/stored-records.ts';

const PATH = treePath(`/${TRASH_NAME}/0123456789abcdef-docs`);
const FILES = { '/docs/a.txt': 'a', '/z.txt': 'z' };

const TRASHING: NewOperation<'delete'> = {
  kind: 'delete',
  state: 'trashing',
  source: treePath('/docs'),
  temporary: PATH,
  trashed: { username: 'anna', kind: 'folder' },
};

async function start(files: Readonly<Record<string, string>> = FILES): Promise<TestApp> {
  const app = await startTestApp({ files, config: { trash: TRASH } });
  await mkdir(join(app.root, TRASH_NAME), { mode: 0o700 });
  return app;
}

async function moveIntoTrash({ root }: TestApp): Promise<void> {
  await rename(join(root, 'docs'), join(root, PATH));
}

function rowsOf({ db }: TestApp) {
  return db.read.selectFrom('trash').select(['source', 'path', 'username', 'kind']).execute();
}

async function expectEnded({ db }: TestApp): Promise<void> {
  expect(await db.read.selectFrom('operation').selectAll().execute()).toEqual([]);
}

test('an item that has reached the trash before a crash is recorded, and its shares wait with it', async () => {
  await using app = await start();
  const { id: userId } = await app.addUser();
  const share = aShare({ userId, path: treePath('/docs'), isFolder: true, item: undefined });
  await app.db.write((tx) => insertShare(tx, share));
  await moveIntoTrash(app);
  await interrupt(app.db, TRASHING, [{ hash: share.hash, fate: 'carried' }]);
  await using again = await app.restart();
  expect(await rowsOf(again)).toEqual([
    { source: '/docs', path: PATH, username: 'anna', kind: 'folder' },
  ]);
  const rows = await again.db.read.selectFrom('share').select('place').execute();
  expect(rows).toEqual([{ place: PATH }]);
  await expectEnded(again);
});

test('a deletion that has not begun before a crash leaves everything as it was', async () => {
  await using app = await start();
  // The empty folder reserves the name for a moment.
  await mkdir(join(app.root, PATH));
  const { fingerprint } = await fingerprintOf(app, 'docs');
  await interrupt(app.db, { ...TRASHING, item: fingerprint });
  await using again = await app.restart();
  expect(await again.filesOnDisk()).toMatchObject(FILES);
  expect(await rowsOf(again)).toEqual([]);
  await expect(stat(join(again.root, TRASH_NAME))).rejects.toThrow('ENOENT');
  await expectEnded(again);
});

async function fingerprintOf({ root }: TestApp, name: string) {
  const { openLocalDriver } = await import('../storage/local/local-driver.ts');
  const driver = openLocalDriver({ root });
  try {
    const found = await driver.resolve(treePath(`/${name}`), treePath('/'));
    if (found.kind !== 'found') throw new Error('the entry should exist');
    return found.stat;
  } finally {
    await driver.close();
  }
}

test('without evidence of the outcome, the entry is kept', async () => {
  await using app = await start();
  await rm(join(app.root, 'docs'), { recursive: true });
  const folderEvidence = 'mounted born 1';
  await interrupt(app.db, { ...TRASHING, item: 'born 2', folderEvidence });
  await using again = await app.restart();
  const kept = await again.db.read.selectFrom('operation').select('state').execute();
  expect(kept).toEqual([{ state: 'trashing' }]);
  expect(await rowsOf(again)).toEqual([]);
});

test('an item that was being deleted for good is gone after a crash, with its row', async () => {
  await using app = await start();
  await moveIntoTrash(app);
  await storeTrash(app);
  await interrupt(app.db, { kind: 'purge', state: 'removing', temporary: PATH });
  await using again = await app.restart();
  expect(await rowsOf(again)).toEqual([]);
  expect(await again.filesOnDisk()).toMatchObject({ '/z.txt': 'z' });
  await expect(stat(join(again.root, TRASH_NAME))).rejects.toThrow('ENOENT');
  await expectEnded(again);
});

test('a restore that a crash has interrupted is done or has not begun', async () => {
  await using app = await start();
  await moveIntoTrash(app);
  await storeTrash(app);
  const restoring: NewOperation<'move'> = {
    kind: 'move',
    state: 'renaming',
    source: PATH,
    target: treePath('/docs'),
    replaces: false,
  };
  await interrupt(app.db, restoring);
  await using undone = await app.restart();
  expect(await rowsOf(undone)).toHaveLength(1);
  await expectEnded(undone);

  await interrupt(undone.db, restoring);
  await rename(join(undone.root, PATH), join(undone.root, 'docs'));
  await using done = await undone.restart();
  expect(await rowsOf(done)).toEqual([]);
  expect(await done.filesOnDisk()).toMatchObject(FILES);
  await expectEnded(done);
});

async function storeTrash({ db }: TestApp): Promise<void> {
  await db.write((tx) =>
    insertTrash(tx, {
      purpose: 'deleted',
      userId: 1,
      username: 'anna',
      source: treePath('/docs'),
      path: PATH,
      kind: 'folder',
      size: 1,
      entries: 2,
      item: 'born 1',
      folderEvidence: undefined,
      modifiedMs: undefined,
      deletedAt: Date.now(),
    }),
  );
}

test('a shell that puts something else under the name of an item does not make it the item', async () => {
  await using app = await start();
  await writeFile(join(app.root, PATH), 'something else');
  await storeTrash(app);
  const anna = await app.logIn();
  const [row] = await app.db.read.selectFrom('trash').select('id').execute();
  const restored = await anna.post(`/api/trash/${row?.id}/restore`);
  expect(restored.status).toBe(404);
});
