import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import { expect, test } from 'vitest';
import { insertKeeping } from '../metadata/versions.ts';
import { startTestApp, VERSIONS, type TestApp } from '../testing/app.ts';
import { treePath } from '../testing/stored-records.ts';
import { wrapDriver } from '../testing/wrapped-driver.ts';
import { AppError } from '../errors.ts';
import { Completions } from './completions.ts';
import { entryAt } from './entry-at.ts';
import { openLocalDriver } from '../storage/local/local-driver.ts';
import { Versions } from './versions.ts';

const PATH = treePath('/docs/a.txt');
const KEPT = treePath(`/${TRASH_NAME}/0123456789abcdef-a.txt`);

function start(): Promise<TestApp> {
  return startTestApp({ files: { '/docs/a.txt': 'old' }, config: { versions: VERSIONS } });
}

/** Stores what an operation stores before it replaces the file. */
async function beginKeeping({ root, db }: TestApp): Promise<void> {
  await mkdir(join(root, TRASH_NAME), { mode: 0o700 });
  const driver = openLocalDriver({ root });
  try {
    const stat = await entryAt({ driver }, PATH);
    const row = {
      userId: 1,
      username: 'anna',
      source: PATH,
      path: KEPT,
      kind: 'file' as const,
      size: 3,
      entries: 1,
      item: stat?.fingerprint ?? '',
      folderEvidence: undefined,
      deletedAt: Date.now(),
      modifiedMs: 1,
    };
    await db.write((tx) => insertKeeping(tx, [row]));
  } finally {
    await driver.close();
  }
}

const rowsOf = ({ db }: TestApp) =>
  db.read.selectFrom('trash').select(['purpose', 'source', 'path']).execute();

async function namesInTrash({ root }: TestApp): Promise<string[]> {
  return existsSync(join(root, TRASH_NAME)) ? readdir(join(root, TRASH_NAME)) : [];
}

test('after a crash before the file has its second name, nothing is left', async () => {
  await using app = await start();
  await beginKeeping(app);
  await using again = await app.restart();
  await expect.poll(() => rowsOf(again)).toEqual([]);
  expect(await readFile(join(again.root, PATH), 'utf8')).toBe('old');
});

test('after a crash before the file is replaced, it stays and is no version', async () => {
  await using app = await start();
  await beginKeeping(app);
  await link(join(app.root, PATH), join(app.root, KEPT));
  await using again = await app.restart();
  await expect.poll(() => rowsOf(again)).toEqual([]);
  expect(await namesInTrash(again)).toEqual([]);
  expect(await readFile(join(again.root, PATH), 'utf8')).toBe('old');
});

test('after a crash when the file has been replaced, it is a version', async () => {
  await using app = await start();
  await beginKeeping(app);
  await link(join(app.root, PATH), join(app.root, KEPT));
  await replaceByHand(app, 'new');
  await using again = await app.restart();
  await expect
    .poll(() => rowsOf(again))
    .toEqual([{ purpose: 'version', source: PATH, path: KEPT }]);
  expect(await readFile(join(again.root, KEPT), 'utf8')).toBe('old');
  const anna = await again.logIn();
  const { items } = (await anna.get(`/api/versions${PATH}`)).json() as { items: { id: number }[] };
  expect((await anna.post(`/api/version/${items[0]?.id}/restore`)).status).toBe(204);
  expect(await readFile(join(again.root, PATH), 'utf8')).toBe('old');
});

test('after a crash, the former file is a version also when its folder has become a file', async () => {
  await using app = await start();
  await beginKeeping(app);
  await link(join(app.root, PATH), join(app.root, KEPT));
  await rm(join(app.root, 'docs'), { recursive: true });
  await writeFile(join(app.root, 'docs'), 'a file');
  await using again = await app.restart();
  await expect
    .poll(() => rowsOf(again))
    .toEqual([{ purpose: 'version', source: PATH, path: KEPT }]);
});

test('a copy that a crash has cut off is no version', async () => {
  await using app = await start();
  await beginKeeping(app);
  await writeFile(join(app.root, KEPT), 'o');
  await replaceByHand(app, 'by a program');
  await using again = await app.restart();
  await expect.poll(() => rowsOf(again)).toEqual([]);
  expect(await namesInTrash(again)).toEqual([]);
});

test('nothing is decided while the trash folder is missing', async () => {
  await using app = await start();
  await beginKeeping(app);
  await app.db.write((tx) =>
    tx.updateTable('trash').set({ folderMark: 'mounted elsewhere' }).execute(),
  );
  await using again = await app.restart();
  expect(await rowsOf(again)).toMatchObject([{ purpose: 'keeping' }]);
  expect(await readFile(join(again.root, PATH), 'utf8')).toBe('old');
});

test('copies the file where the file system has no hard links', async () => {
  await using app = await start();
  const { versions, driver } = openVersions(app);
  const operation = {
    userId: undefined,
    isRestore: false,
    version: undefined,
    afterEnd: (work: () => void) => work(),
  };
  const put = async (text: string) => replaceByHand(app, text);
  await versions.replace(operation, PATH, () => put('new'));
  expect(await rowsOf(app)).toMatchObject([{ purpose: 'version', source: PATH }]);
  const [name = ''] = await namesInTrash(app);
  expect(await readFile(join(app.root, TRASH_NAME, name), 'utf8')).toBe('old');
  const failing = () => Promise.reject(new AppError('no-space', 'the disk is full'));
  await expect(versions.replace(operation, PATH, failing)).rejects.toMatchObject({
    code: 'no-space',
  });
  expect(await namesInTrash(app)).toEqual([name]);
  expect(await rowsOf(app)).toHaveLength(1);
  await driver.close();
});

async function replaceByHand({ root }: TestApp, text: string): Promise<void> {
  await writeFile(join(root, 'new'), text);
  await rename(join(root, 'new'), join(root, PATH));
}

function openVersions({ root, db }: TestApp) {
  const local = openLocalDriver({ root });
  const driver = {
    ...wrapDriver(local, {
      naming: (_entry, _options, step) => step(),
      moving: (_move, step) => step(),
      removing: (_entry, step) => step(),
    }),
    keepFile: () => Promise.resolve(undefined),
  };
  const isKept = () => Promise.resolve(true);
  return { versions: new Versions({ db, driver, completions: new Completions(), isKept }), driver };
}
