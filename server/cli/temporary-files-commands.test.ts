import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../metadata/database.ts';
import { insertUpload } from '../metadata/uploads.ts';
import { insertUser } from '../metadata/users.ts';
import { runCli } from '../testing/cli.ts';
import { temporaryFolder } from '../testing/engines.ts';
import { aRemoval, interrupt } from '../testing/interrupted-operations.ts';
import { anUpload, aStoredUser, treePath } from '../testing/stored-records.ts';

const KNOWN = '.filebrowser-known.part';
const YOUNG = '.filebrowser-young.part';

/** Creates a root with temporary files that a crash left a day ago, one that is recorded, and a very recent one. */
async function aRoot() {
  const folder = temporaryFolder();
  const root = join(folder, 'files');
  const files = {
    'docs/report.pdf': 'new report',
    'docs/.filebrowser-1.part': 'old report',
    'docs/.filebrowser-2.part/a.txt': 'a',
    'docs/.filebrowser-2.part/b.txt': 'b',
    [KNOWN]: 'known',
    [`docs/${YOUNG}`]: 'young',
    '.filebrowser-root.part': 'id',
  };
  for (const [path, contents] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), contents);
  }
  const yesterday = Date.now() / 1_000 - 86_400;
  for (const name of [`docs/.filebrowser-1.part`, 'docs/.filebrowser-2.part', KNOWN]) {
    await utimes(join(root, name), yesterday, yesterday);
  }
  const db = await openDatabase({ kind: 'sqlite', file: join(folder, 'filebrowser.db') });
  await interrupt(db, aRemoval(`/${KNOWN}`));
  await db.close();
  const run = (...words: string[]) =>
    runCli(['temporary-files', ...words, '--root', root], { folder });
  return { folder, root, run };
}

/** Stores unfinished uploads without their bytes. Returns the name of the temporary file of the last one. */
async function storeUploads(folder: string, count: number): Promise<string> {
  const db = await openDatabase({ kind: 'sqlite', file: join(folder, 'filebrowser.db') });
  const nameOf = (n: number): string => `.filebrowser-upload${n}.part`;
  await db.write(async (tx) => {
    const { id: userId } = await insertUser(tx, aStoredUser(), 0);
    for (let n = 1; n <= count; n += 1) {
      const upload = anUpload({ userId, path: treePath(`/docs/${n}`), partName: nameOf(n) });
      await insertUpload(tx, upload);
    }
  });
  await db.close();
  return nameOf(count);
}

test('lists unknown temporary files with their probable origin', async () => {
  const { run } = await aRoot();
  const { printed } = await run('ls', '--json');
  expect(JSON.parse(printed)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        path: '/docs/.filebrowser-1.part',
        kind: 'file',
        bytes: 10,
        probably: 'version or copy of report.pdf, which is as large',
      }),
      expect.objectContaining({
        path: '/docs/.filebrowser-2.part',
        kind: 'folder',
        probably: 'folder that was being copied, merged or deleted; holds a.txt, b.txt',
      }),
    ]),
  );
  expect(JSON.parse(printed)).toHaveLength(2);
  expect((await run('ls')).printed).toContain('/docs/.filebrowser-1.part');
});

test('one is restored under a free name, another one removed with all in it', async () => {
  const { root, run } = await aRoot();
  const restored = await run('restore', '/docs/.filebrowser-1.part', '--name', 'report.pdf');
  expect(restored.printed).toContain('/docs/report(1).pdf');
  expect(await readFile(join(root, 'docs/report(1).pdf'), 'utf8')).toBe('old report');
  await run('rm', '/docs/.filebrowser-2.part');
  expect((await readdir(join(root, 'docs'))).sort()).toEqual([
    YOUNG,
    'report(1).pdf',
    'report.pdf',
  ]);
  expect(JSON.parse((await run('ls', '--json')).printed)).toEqual([]);
});

test('keeps the bytes of unfinished uploads, however many there are', async () => {
  const { folder, root, run } = await aRoot();
  const name = await storeUploads(folder, 250);
  await writeFile(join(root, 'docs', name), 'received');
  await utimes(join(root, 'docs', name), 1, 1);
  expect((await run('ls')).printed).not.toContain(name);
  await expect(run('rm', `/docs/${name}`)).rejects.toThrow('it is kept');
  expect(await readFile(join(root, 'docs', name), 'utf8')).toBe('received');
});

test('finds unknown temporary files among many that belong to uploads', async () => {
  const { folder, root, run } = await aRoot();
  await storeUploads(folder, 1_100);
  for (const parent of ['a', 'docs', 'z']) {
    await mkdir(join(root, parent), { recursive: true });
    for (let n = 1; n <= 1_100; n += 1) {
      await writeFile(join(root, parent, `.filebrowser-upload${n}.part`), 'received');
    }
  }
  const { printed } = await run('ls', '--json');
  expect(JSON.parse(printed)).toHaveLength(2);
});

test('refuses files that are needed, missing, or not temporary', async () => {
  const { root, run } = await aRoot();
  for (const path of [`/${KNOWN}`, '/docs/report.pdf', '/docs/.filebrowser-3.part', 'docs']) {
    await expect(run('rm', path)).rejects.toThrow(`"${path}"`);
    await expect(run('restore', path)).rejects.toThrow(`"${path}"`);
  }
  expect(await readFile(join(root, KNOWN), 'utf8')).toBe('known');
  await expect(run('rm', '/.filebrowser-root.part')).rejects.toThrow('not the path');
});
