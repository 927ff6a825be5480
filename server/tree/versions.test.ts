import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '#contract/paths.ts';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import { expect, test } from 'vitest';
import { insertKeeping } from '../metadata/versions.ts';
import { startTestApp, VERSIONS, type TestApp } from '../testing/app.ts';
import { aRemoval, interrupt } from '../testing/interrupted-operations.ts';
import { treePath } from '../testing/stored-records.ts';
import { wrapDriver } from '../testing/wrapped-driver.ts';
import { AppError } from '../errors.ts';
import { Completions } from './completions.ts';
import { entryAt } from './entry-at.ts';
import { refOf } from './entry-paths.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { openLocalDriver } from '../storage/local/local-driver.ts';
import { Versions } from './versions.ts';

const PATH = treePath('/docs/a.txt');
const KEPT = treePath(`/${TRASH_NAME}/0123456789abcdef-a.txt`);

const MERGING = { userId: undefined, isRestore: false };
const NEVER = new AbortController().signal;
const SIGNALS = { signal: NEVER, stopping: NEVER };

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

test('a file with which a program has replaced the other one before the server could is no version', async () => {
  await using app = await start();
  await beginKeeping(app);
  await replaceByHand(app, 'new');
  await link(join(app.root, PATH), join(app.root, KEPT));
  await using again = await app.restart();
  await expect.poll(() => rowsOf(again)).toEqual([]);
  expect(await namesInTrash(again)).toEqual([]);
  expect(await readFile(join(again.root, PATH), 'utf8')).toBe('new');
});

test('versions below a folder whose deletion for good was interrupted belong to no new file', async () => {
  await using app = await start();
  const anna = await app.logIn();
  expect((await anna.put(`/api/resources${PATH}`, { body: 'new' })).status).toBe(200);
  expect(await rowsOf(app)).toMatchObject([{ purpose: 'version', source: PATH }]);
  const hidden = '/.filebrowser-1.part';
  await rename(join(app.root, 'docs'), join(app.root, hidden));
  await interrupt(app.db, aRemoval(hidden, { formerly: '/docs' }));
  await using again = await app.restart();
  await mkdir(join(again.root, 'docs'));
  await again.changeAsProgram(PATH, 'of another program');
  const { items } = (await again.client(anna.token).get(`/api/versions${PATH}`)).json<{
    items: unknown[];
  }>();
  expect(items).toEqual([]);
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
  const { versions, driver } = openVersions(app, {
    keepFile: () => Promise.resolve(undefined),
  });
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

test('a restore is refused where the trash cannot take what it replaces; other operations replace it', async () => {
  await using app = await start();
  const { versions, driver } = openVersions(app, { trashFor: () => Promise.resolve(undefined) });
  const operation = { userId: undefined, version: undefined, afterEnd: () => undefined };
  const replace = (isRestore: boolean) =>
    versions.replace({ ...operation, isRestore }, PATH, () => replaceByHand(app, 'new'));
  await expect(replace(true)).rejects.toMatchObject({ refusal: { code: 'not-kept' } });
  expect(await readFile(join(app.root, PATH), 'utf8')).toBe('old');
  await replace(false);
  expect(await readFile(join(app.root, PATH), 'utf8')).toBe('new');
  await driver.close();
});

test('a folder is not restored into another one whose files the trash cannot take', async () => {
  await using app = await start();
  await mkdir(join(app.root, 'from'));
  for (const name of ['a.txt', 'b.txt']) await writeFile(join(app.root, 'from', name), 'restored');
  await writeFile(join(app.root, 'docs/b.txt'), 'old');
  const folder = treePath(`/${TRASH_NAME}`);
  await mkdir(join(app.root, folder), { mode: 0o700 });
  const { versions, driver } = openVersions(app, {
    trashFor: ({ name }) => Promise.resolve(name === 'b.txt' ? undefined : folder),
  });
  let isMerged = false;
  const merge = async (isRestore: boolean) =>
    versions.merge(
      { userId: undefined, isRestore },
      { from: { folder: ROOT, name: 'from' }, into: treePath('/docs') },
      async () => {
        isMerged = true;
      },
      SIGNALS,
    );
  await expect(merge(true)).rejects.toMatchObject({ refusal: { code: 'not-kept' } });
  expect(isMerged).toBe(false);
  expect(await namesInTrash(app)).toEqual([]);
  expect(await rowsOf(app)).toEqual([]);
  await merge(false);
  expect(isMerged).toBe(true);
  await driver.close();
});

const FOLDERS = { from: refOf(treePath('/from')), into: treePath('/into') };

/** Starts an app with files of the same names in the two folders of a merge. */
function startMerging(names: readonly string[]): Promise<TestApp> {
  const files = names.flatMap((name) => [
    [`/from/${name}`, 'new'],
    [`/into/${name}`, 'old'],
  ]);
  return startTestApp({ files: Object.fromEntries(files), config: { versions: VERSIONS } });
}

/** Returns a driver whose `keepFile` fails for one file. */
function failingFor(refused: string, error: Error) {
  return (driver: StorageDriver): Partial<StorageDriver> => ({
    keepFile: (from, to) =>
      from.name === refused ? Promise.reject(error) : driver.keepFile(from, to),
  });
}

test('when a file of a merge cannot be kept, nothing is left of the others', async () => {
  // More than are kept in one transaction.
  const names = Array.from({ length: 102 }, (_, index) => `f${String(index).padStart(3, '0')}`);
  await using app = await startMerging(names);
  const full = new AppError('no-space', 'the disk is full');
  const { versions, driver } = openVersions(app, failingFor('f100', full));
  let hasMerged = false;
  const merge = async () => {
    hasMerged = true;
  };
  await expect(versions.merge(MERGING, FOLDERS, merge, SIGNALS)).rejects.toBe(full);
  expect(hasMerged).toBe(false);
  expect(await namesInTrash(app)).toEqual([]);
  expect(await rowsOf(app)).toEqual([]);
  await driver.close();
});

test('a file of a merge is decided later when its disk does not answer, because it may still be replaced', async () => {
  await using app = await startMerging(['a.txt']);
  const { versions, driver } = openVersions(app, {});
  const silent = new AppError('not-answering', 'the disk does not answer');
  const merge = () => Promise.reject(silent);
  await expect(versions.merge(MERGING, FOLDERS, merge, SIGNALS)).rejects.toBe(silent);
  expect(await namesInTrash(app)).toHaveLength(1);
  await rename(join(app.root, 'from/a.txt'), join(app.root, 'into/a.txt'));
  const [undecided, ...others] = await versions.interrupted();
  expect(others).toEqual([]);
  if (undecided !== undefined) await versions.recover(undecided);
  expect(await rowsOf(app)).toMatchObject([{ purpose: 'version', source: '/into/a.txt' }]);
  await driver.close();
});

async function replaceByHand({ root }: TestApp, text: string): Promise<void> {
  await writeFile(join(root, 'new'), text);
  await rename(join(root, 'new'), join(root, PATH));
}

/** Returns versions, and their driver, of which some members are replaced. */
function openVersions(
  { root, db }: TestApp,
  replaced: Partial<StorageDriver> | ((driver: StorageDriver) => Partial<StorageDriver>),
) {
  const wrapped = wrapDriver(openLocalDriver({ root }), {});
  const driver = { ...wrapped, ...(typeof replaced === 'function' ? replaced(wrapped) : replaced) };
  const isKept = () => Promise.resolve(true);
  return { versions: new Versions({ db, driver, completions: new Completions(), isKept }), driver };
}
