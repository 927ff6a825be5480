import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '../../../errors.ts';
import { fromNodeError } from '../node-error.ts';
import { removeTree } from './remove-tree.ts';
import { repetitions, timeLimit } from '../../../testing/repetitions.ts';
import {
  entryAt,
  finish,
  noProgress,
  openDescriptors,
  openTestRoot,
  createDeep,
  startSwapping,
} from './walks.test-tools.ts';

const testRoot = openTestRoot();
const { base, path, root, createFiles } = testRoot;

function remove(way: string, progress = noProgress()) {
  return finish(removeTree(root, { entry: entryAt(way) }, progress));
}

const NONE = { count: 0, names: [] };
const NOBODY = 65_534;

test('removes a folder with everything in it, including temporary files, and reports progress', () => {
  createFiles('all/a', 'all/sub/b', 'all/empty/', 'all/.filebrowser-x.part', 'all/.hidden');
  const progress = noProgress();
  expect(remove('/all', progress)).toEqual(NONE);
  expect(existsSync(join(path, 'all'))).toBe(false);
  expect(progress.entries).toBe(7);
});

test('removes a file or a temporary copy, and accepts a missing entry', () => {
  createFiles('file', '.filebrowser-copy.part/sub/a', 'file-in-the-way');
  remove('/file');
  remove('/.filebrowser-copy.part');
  expect(existsSync(join(path, 'file'))).toBe(false);
  expect(existsSync(join(path, '.filebrowser-copy.part'))).toBe(false);
  expect(remove('/nothing')).toEqual(NONE);
  expect(remove('/nothing/at/all')).toEqual(NONE);
  expect(remove('/file-in-the-way/below')).toEqual(NONE);
});

test('removes symlinks and keeps their targets', () => {
  const foreign = join(base, 'foreign');
  mkdirSync(foreign);
  writeFileSync(join(foreign, 'file'), 'x');
  createFiles('linked/kept', 'links/');
  for (const [name, text] of Object.entries({
    out: foreign,
    'out-file': join(foreign, 'file'),
    in: '../linked',
    dangling: 'nothing',
    circle: 'circle',
  })) {
    symlinkSync(text, join(path, 'links', name));
  }
  symlinkSync(foreign, join(path, 'link-itself'));
  expect(remove('/links')).toEqual(NONE);
  remove('/link-itself');
  expect(readdirSync(foreign)).toEqual(['file']);
  expect(readdirSync(join(path, 'linked'))).toEqual(['kept']);
  expect(readdirSync(path)).not.toContain('link-itself');
});

test('removes entries with any name, FIFOs and sockets', async () => {
  createFiles('odd/');
  for (const name of ['new\nline', '-rf', '*', 'x'.repeat(255), '\uFFFD'])
    createFiles(`odd/${name}`);
  const bytes = Buffer.concat([Buffer.from(`${path}/odd/`), Buffer.from([0x66, 0xff, 0xfe])]);
  mkdirSync(bytes);
  writeFileSync(Buffer.concat([bytes, Buffer.from([0x2f, 0xff])]), 'x');
  execFileSync('mkfifo', [join(path, 'odd/fifo')]);
  const server = createServer();
  await new Promise<void>((listening) => server.listen(join(path, 'odd/socket'), listening));
  expect(remove('/odd')).toEqual(NONE);
  server.close();
  expect(existsSync(join(path, 'odd'))).toBe(false);
});

test('keeps and reports entries that cannot be removed, with their parent folders, and removes the rest', (context) => {
  createFiles('kept/a/immutable', 'kept/a/other', 'kept/b/c');
  const immutable = join(path, 'kept/a/immutable');
  try {
    execFileSync('chattr', ['+i', immutable], { stdio: 'ignore' });
  } catch {
    return context.skip('files cannot be made immutable here');
  }
  try {
    expect(remove('/kept')).toEqual({ count: 1, names: ['a/immutable'] });
    expect(testRoot.listPaths('kept')).toEqual(['a/', 'a/immutable']);
    expect(failureOf(() => remove('/kept'))).toMatchObject({ code: 'forbidden' });
  } finally {
    execFileSync('chattr', ['-i', immutable]);
  }
  expect(remove('/kept')).toEqual(NONE);
});

test('empties and reports a folder on which a file system is mounted', (context) => {
  createFiles('mounted/on/', 'mounted/other');
  const mount = join(path, 'mounted/on');
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'none', mount], { stdio: 'ignore' });
  } catch {
    return context.skip('no file system can be mounted here');
  }
  createFiles('mounted/on/a');
  try {
    expect(remove('/mounted')).toEqual({ count: 1, names: ['on'] });
    expect(testRoot.listPaths('mounted')).toEqual(['on/']);
  } finally {
    execFileSync('umount', [mount]);
  }
});

test('keeps and reports an unreadable folder, unless it is empty', () => {
  createFiles('unreadable/full/a', 'unreadable/empty/', 'unreadable/b');
  whileUnreadable(['unreadable/full', 'unreadable/empty'], () => {
    expect(remove('/unreadable')).toEqual({ count: 1, names: ['full'] });
  });
  expect(testRoot.listPaths('unreadable')).toEqual(['full/', 'full/a']);
});

test.each(['/private/folder', '/private'])(
  'fails with the reason why a folder cannot be read when nothing was removed: %s',
  (removed) => {
    createFiles('private/folder/a');
    whileUnreadable(['private/folder'], () => {
      expect(failureOf(() => remove(removed))).toMatchObject({ code: 'forbidden' });
    });
  },
);

/** Does synchronous work as a user who is not root and owns the folders, while they are unreadable. */
function whileUnreadable(folders: readonly string[], work: () => void): void {
  const isRoot = process.geteuid?.() === 0;
  for (const each of folders) {
    const folder = join(path, each);
    chmodSync(folder, 0);
    if (isRoot) for (const owned of [folder, dirname(folder)]) chownSync(owned, NOBODY, NOBODY);
  }
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    work();
  } finally {
    if (isRoot) process.seteuid?.(0);
    for (const each of folders)
      if (existsSync(join(path, each))) chmodSync(join(path, each), 0o700);
  }
}

test('removes entries that are added while the folder is being removed', () => {
  createFiles('filling/sub/a', 'filling/sub/b');
  const task = removeTree(root, { entry: entryAt('/filling') }, noProgress());
  task.next();
  task.next();
  createFiles('filling/sub/late', 'filling/later');
  expect(finish(task)).toEqual(NONE);
  expect(existsSync(join(path, 'filling'))).toBe(false);
});

test('removes trees of any depth with few open descriptors', () => {
  createDeep(join(path, 'deep'), 300);
  const before = openDescriptors().length;
  const task = removeTree(root, { entry: entryAt('/deep') }, noProgress());
  let most = 0;
  for (let step = 0; task.next().done !== true; step += 1) {
    if (step % 20 === 0) most = Math.max(most, openDescriptors().length - before);
  }
  expect(most).toBeLessThan(60);
  expect(openDescriptors()).toHaveLength(before);
  expect(existsSync(join(path, 'deep'))).toBe(false);
});

test('closes all descriptors and keeps the rest when cancelled', () => {
  createFiles('stopped/sub/a', 'stopped/sub/b', 'stopped/sub/c');
  const before = openDescriptors().length;
  const task = removeTree(root, { entry: entryAt('/stopped') }, noProgress());
  task.next();
  task.next();
  task.return(NONE);
  expect(openDescriptors()).toHaveLength(before);
  expect(readdirSync(join(path, 'stopped/sub'))).toHaveLength(2);
});

const rounds = repetitions({ usually: 10, soaking: 1_000 });
test(
  'a folder that flips to a symlink outside never has foreign files removed',
  async () => {
    const foreign = join(base, 'outside');
    mkdirSync(join(foreign, 'inner'), { recursive: true });
    for (const name of ['file', 'inner/deep']) writeFileSync(join(foreign, name), 'foreign');
    const outcomes = new Set<string>();
    let flips = 0;
    for (let round = 0; round < rounds; round += 1) {
      const folder = `race-${round}`;
      createFiles(`${folder}/spot/file`, `${folder}/spot/inner/deep`);
      for (let each = 0; each < 20; each += 1) createFiles(`${folder}/spot/inner/${each}/x`);
      symlinkSync(foreign, join(path, folder, 'spot.link'));
      const stop = startSwapping(join(path, folder, 'spot'));
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const failure = failureOf(() => remove(`/${folder}/spot`));
        outcomes.add(failure instanceof AppError ? failure.code : 'done');
      }
      flips += await stop();
    }
    expect(testRoot.listPaths('../outside')).toEqual(['file', 'inner/', 'inner/deep']);
    expect(flips).toBeGreaterThan(10);
    // An entry that was a symlink when examined may be a folder when it is removed, and the reverse.
    const changed = ['forbidden', 'not-found', 'already-exists', 'invalid-request', 'locked'];
    const harmless = ['done', ...changed];
    expect(harmless).toEqual(expect.arrayContaining([...outcomes]));
  },
  timeLimit(60_000),
);

function failureOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return fromNodeError(error);
  }
  return undefined;
}
