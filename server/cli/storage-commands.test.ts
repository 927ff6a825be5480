import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../metadata/database.ts';
import { runCli } from '../testing/cli.ts';
import { temporaryFolder } from '../testing/engines.ts';

const LARGE = randomBytes(3_500_000);

/** Creates a folder with files, and an empty managed store. */
async function aFolder() {
  const folder = temporaryFolder();
  const files = join(folder, 'files');
  const contents = {
    'a.txt': 'a',
    'docs/large.bin': LARGE,
    'docs/deep/er/ünïcödé 😀.txt': 'deep',
    'docs/empty.txt': '',
  };
  for (const [path, bytes] of Object.entries(contents)) {
    await mkdir(dirname(join(files, path)), { recursive: true });
    await writeFile(join(files, path), bytes);
  }
  await utimes(join(files, 'a.txt'), 1_700_000_000.123456, 1_700_000_000.123456);
  await symlink('a.txt', join(files, 'symlink'));
  await (await openDatabase({ kind: 'sqlite', file: join(folder, 'filebrowser.db') })).close();
  const store = join(folder, 'store');
  await mkdir(store);
  const run = (...words: string[]) =>
    runCli(['storage', ...words, '--storage', `managed:${store}`], { folder });
  /** Returns the files with contents. */
  const blobs = async () => {
    if (!existsSync(join(store, 'blobs'))) return [];
    const found = await readdir(join(store, 'blobs'), { recursive: true, withFileTypes: true });
    return found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  };
  return { folder, files, run, blobs };
}

test('a folder is imported, and exported with the same contents and times', async () => {
  const { folder, files, run } = await aFolder();
  const imported = await run('import', 'files');
  expect(imported).toMatchObject({ code: 0, printed: '/symlink: no file or folder\n' });
  expect(imported.messages).toContain('imported 4 files');

  const exported = await run('export', 'out');
  expect(exported.messages).toContain('exported 4 files');
  for (const name of ['a.txt', 'docs/large.bin', 'docs/deep/er/ünïcödé 😀.txt', 'docs/empty.txt']) {
    const [before, after] = [join(files, name), join(folder, 'out', name)];
    expect((await readFile(after)).equals(await readFile(before))).toBe(true);
    expect((await stat(after)).mtimeMs).toBeCloseTo((await stat(before)).mtimeMs, 2);
  }
  expect((await run('export', 'out')).messages).toContain('exported 0 files (0 B); 4 were there');
});

test('an import goes on where it was interrupted, and replaces files only on request', async () => {
  const { files, run } = await aFolder();
  await run('import', 'files');
  await writeFile(join(files, 'later.txt'), 'later');
  await writeFile(join(files, 'a.txt'), 'changed');
  const again = await run('import', 'files');
  expect(again.code).toBe(1);
  expect(again.printed).toContain('/a.txt: exists and differs');
  expect(again.messages).toContain('imported 1 files (5 B); 3 were there already, 1 differ');

  expect((await run('import', 'files', '--replace')).code).toBe(0);
  await run('export', 'out');
  expect(await readFile(join(dirname(files), 'out/a.txt'), 'utf8')).toBe('changed');
});

test('a verification finds damaged and missing contents', async () => {
  const { run, blobs } = await aFolder();
  await run('import', 'files');
  expect(await run('verify')).toMatchObject({ code: 0, printed: '' });

  const sizes = await Promise.all(
    (await blobs()).map(async (path) => ({ path, size: (await stat(path)).size })),
  );
  const large = sizes.find(({ size }) => size === LARGE.length)?.path ?? '';
  const small = sizes.find(({ size }) => size === 1)?.path ?? '';
  await writeFile(large, Buffer.alloc(LARGE.length));
  await rm(small);
  await writeFile(join(dirname(large), 'f'.repeat(32)), 'unknown');
  const { code, printed, messages } = await run('verify');
  expect(code).toBe(1);
  expect(printed).toMatch(/is damaged: its checksum differs/);
  expect(printed).toMatch(/is missing/);
  expect(messages).toContain('2 problems');
  expect(messages).toContain('1 contents without a record');
  // Only sizes are compared.
  expect((await run('verify', '--quick')).messages).toContain('1 problems');
});

test('contents of replaced files are removed when they are not kept any more', async () => {
  const { files, run, blobs } = await aFolder();
  await run('import', 'files');
  await writeFile(join(files, 'a.txt'), 'changed');
  await run('import', 'files', '--replace');
  expect(await blobs()).toHaveLength(5);
  expect((await run('gc')).messages).toBe('removed 0 contents (0 B)\n');
  expect((await run('gc', '--keep', '0s')).messages).toBe('removed 1 contents (1 B)\n');
  expect(await blobs()).toHaveLength(4);
  expect((await run('verify')).code).toBe(0);
});

test('without a managed store the commands say how to name one', async () => {
  const { folder } = await aFolder();
  await expect(runCli(['storage', 'verify'], { folder })).rejects.toThrow(
    'no managed store is configured. Name it with --storage managed:/path or --storage s3://bucket',
  );
});
