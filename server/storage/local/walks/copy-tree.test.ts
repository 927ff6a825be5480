import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import { AppError } from '../../../errors.ts';
import { fromNodeError } from '../node-error.ts';
import { copyTree } from './copy-tree.ts';
import type { CopyInput } from './copying.ts';
import { repetitions, timeLimit } from '../../../testing/repetitions.ts';
import {
  depthOf,
  entryAt,
  finish,
  noProgress,
  openDescriptors,
  openTestRoot,
  createDeep,
  startSwapping,
} from './walks.test-tools.ts';
import { at } from '../../driver.test-tools.ts';

const testRoot = openTestRoot();
const { path, root, createFiles, listPaths } = testRoot;
const IS_ROOT = process.getuid?.() === 0;

function inputOf(from: string, to: string, more: Partial<CopyInput> = {}): CopyInput {
  return {
    from: entryAt(from),
    to: entryAt(to),
    finalPath: at(to),
    scope: ROOT,
    isVisible: undefined,
    mayReach: () => true,
    durable: false,
    ...more,
  };
}

function copy(from: string, to: string, more: Partial<CopyInput> = {}, progress = noProgress()) {
  return finish(copyTree(root, inputOf(from, to, more), progress));
}

const modeOf = (way: string) => lstatSync(join(path, way)).mode & 0o7777;
const timeOf = (way: string) => lstatSync(join(path, way), { bigint: true }).mtimeNs / 1_000n;

describe('bytes and facts', () => {
  test('copies a folder with everything below, and reports progress', () => {
    createFiles('plain/a.txt', 'plain/sub/b.txt', 'plain/sub/empty/');
    const progress = noProgress();
    const leftOut = copy('/plain', '/plain-copy', { durable: true }, progress);
    expect(leftOut).toEqual({ count: 0, names: [] });
    expect(listPaths('plain-copy')).toEqual(listPaths('plain'));
    expect(readFileSync(join(path, 'plain-copy/sub/b.txt'), 'utf8')).toBe('plain/sub/b.txt');
    expect(progress).toMatchObject({ entries: 5, bytes: 11 + 15 });
  });

  test('an interrupted copy goes on, and copies only what is missing or differs', () => {
    createFiles(
      'half/a.txt',
      'half/b.txt',
      'half/c.txt',
      'half/sub/d.txt',
      'half/sub/e.txt',
      'half/f/',
    );
    symlinkSync('a.txt', join(path, 'half/link'));
    for (const name of ['a.txt', 'b.txt']) utimesSync(join(path, 'half', name), 1, 1);
    copy('/half', '/half-copy');
    const inodeOf = (name: string) => lstatSync(join(path, 'half-copy', name)).ino;
    const kept = ['a.txt', 'sub/d.txt'].map(inodeOf);
    // As an interruption leaves them: missing, of another length, without its time, of another kind.
    rmSync(join(path, 'half-copy/sub/e.txt'));
    writeFileSync(join(path, 'half-copy/c.txt'), 'half/');
    writeFileSync(join(path, 'half-copy/b.txt'), 'half/b.txx');
    rmSync(join(path, 'half-copy/f'), { recursive: true });
    writeFileSync(join(path, 'half-copy/f'), '');
    chmodSync(join(path, 'half-copy/sub'), 0o500);

    const progress = noProgress();
    copy('/half', '/half-copy', { continues: 'by-time' }, progress);
    expect(listPaths('half-copy')).toEqual(listPaths('half'));
    expect(['a.txt', 'sub/d.txt'].map(inodeOf)).toEqual(kept);
    for (const name of ['b.txt', 'c.txt', 'sub/e.txt'])
      expect(readFileSync(join(path, 'half-copy', name), 'utf8')).toBe(`half/${name}`);
    expect(modeOf('half-copy/sub')).toBe(modeOf('half/sub'));
    expect(progress).toMatchObject({ entries: 9, bytes: 10 * 3 + 14 * 2 });
  });

  test('after a restart of the machine, also the contents of a copied file are compared', () => {
    createFiles('torn/a.txt', 'torn/b.txt');
    for (const name of ['a.txt', 'b.txt']) utimesSync(join(path, 'torn', name), 1, 1);
    copy('/torn', '/torn-copy');
    writeFileSync(join(path, 'torn-copy/a.txt'), '\0'.repeat(10));
    utimesSync(join(path, 'torn-copy/a.txt'), 1, 1);
    const { ino } = lstatSync(join(path, 'torn-copy/b.txt'));
    copy('/torn', '/torn-copy', { continues: 'comparing-contents' });
    expect(readFileSync(join(path, 'torn-copy/a.txt'), 'utf8')).toBe('torn/a.txt');
    expect(lstatSync(join(path, 'torn-copy/b.txt')).ino).toBe(ino);
  });

  test('a tree that is too large to be flushed file by file is copied whole', () => {
    createFiles(...Array.from({ length: 150 }, (_, number) => `many/${number % 5}/${number}`));
    copy('/many', '/many-copy', { durable: true });
    expect(listPaths('many-copy')).toEqual(listPaths('many'));
  });

  test('a file alone is copied', () => {
    createFiles('alone.txt');
    const progress = noProgress();
    copy('/alone.txt', '/alone-copy.txt', {}, progress);
    expect(readFileSync(join(path, 'alone-copy.txt'), 'utf8')).toBe('alone.txt');
    expect(progress).toEqual({ entries: 1, bytes: 9 });
  });

  test('modes and times are kept, of folders too, and no copy lends rights of its owner', () => {
    createFiles('facts/script', 'facts/closed/inner');
    chmodSync(join(path, 'facts/script'), 0o4751);
    for (const way of ['facts/script', 'facts/closed/inner', 'facts/closed', 'facts']) {
      utimesSync(join(path, way), 1_600_000_000.25, 1_500_000_000.123_456_7);
    }
    chmodSync(join(path, 'facts/closed'), 0o2510);
    copy('/facts', '/facts-copy');
    for (const way of ['', '/script', '/closed', '/closed/inner']) {
      expect(timeOf(`facts-copy${way}`)).toBe(timeOf(`facts${way}`));
    }
    expect(modeOf('facts-copy/script')).toBe(0o751);
    expect(modeOf('facts-copy/closed')).toBe(0o2510);
    expect(modeOf('facts-copy')).toBe(modeOf('facts'));
    // Some versions of Node do not remove folders that they may not read.
    for (const folder of ['facts', 'facts-copy']) chmodSync(join(path, folder, 'closed'), 0o700);
  });

  test('a time before 1970 becomes the earliest that can be set', () => {
    createFiles('old/file');
    execFileSync('touch', ['-d', '1960-01-01', join(path, 'old/file')]);
    copy('/old', '/old-copy');
    expect(timeOf('old-copy/file')).toBe(0n);
  });

  test('owners are kept where the process may give files away', (context) => {
    if (!IS_ROOT) return context.skip('only root may give files away');
    createFiles('owned/file');
    symlinkSync('file', join(path, 'owned/link'));
    for (const way of ['owned', 'owned/file']) chownSync(join(path, way), 12_345, 12_346);
    copy('/owned', '/owned-copy');
    for (const way of ['owned-copy', 'owned-copy/file']) {
      expect(statSync(join(path, way))).toMatchObject({ uid: 12_345, gid: 12_346 });
    }
  });

  test('large files arrive byte for byte, in many steps', () => {
    createFiles('large/');
    const bytes = Buffer.alloc(3_000_001, 'not the same everywhere');
    writeFileSync(join(path, 'large/file'), bytes);
    const task = copyTree(root, inputOf('/large', '/large-copy'), noProgress());
    let steps = 0;
    while (task.next().done !== true) steps += 1;
    expect(steps).toBeGreaterThan(10);
    expect(readFileSync(join(path, 'large-copy/file')).equals(bytes)).toBe(true);
  });

  test('holes stay holes', () => {
    createFiles('sparse/');
    writeFileSync(join(path, 'sparse/file'), 'begins');
    truncateSync(join(path, 'sparse/file'), 64 * 1024 * 1024 + 5);
    copy('/sparse', '/sparse-copy');
    const { size, blocks } = statSync(join(path, 'sparse-copy/file'));
    expect(size).toBe(64 * 1024 * 1024 + 5);
    expect(blocks * 512).toBeLessThan(1024 * 1024);
    expect(readFileSync(join(path, 'sparse-copy/file')).subarray(0, 8).toString()).toBe(
      'begins\0\0',
    );
  });

  test('copies a file that shrinks up to its end', () => {
    createFiles('shrinking/');
    writeFileSync(join(path, 'shrinking/file'), Buffer.alloc(2_000_000, 1));
    const task = copyTree(root, inputOf('/shrinking', '/shrinking-copy'), noProgress());
    task.next();
    truncateSync(join(path, 'shrinking/file'), 1_000_000);
    finish(task);
    expect(statSync(join(path, 'shrinking-copy/file')).size).toBe(1_000_000);
  });
});

describe('names', () => {
  test('every name a disk can hold is copied, UTF-8 or not', () => {
    createFiles('names/');
    const awkward = ['new\nline', '-rf', ' ', '...', 'x'.repeat(255), '😀', '\\', 'ü'].map((name) =>
      Buffer.from(name),
    );
    awkward.push(Buffer.from([0x66, 0xff, 0xfe]), Buffer.from('\uFFFD'));
    for (const name of awkward) {
      const folder = Buffer.concat([Buffer.from(`${path}/names/`), name]);
      mkdirSync(folder);
      writeFileSync(Buffer.concat([folder, Buffer.from('/'), name]), name);
      symlinkSync(name, Buffer.concat([folder, Buffer.from('/link')]));
    }
    expect(copy('/names', '/names-copy')).toEqual({ count: 0, names: [] });
    const listed = (folder: string) =>
      execFileSync('find', ['-print0'], { cwd: join(path, folder), encoding: 'latin1' })
        .split('\0')
        .toSorted();
    for (const name of awkward) {
      const copied = Buffer.concat([Buffer.from(`${path}/names-copy/`), name]);
      expect(readFileSync(Buffer.concat([copied, Buffer.from('/link')])).equals(name)).toBe(true);
    }
    expect(listed('names-copy')).toEqual(listed('names'));
  });

  test('skips temporary files', () => {
    createFiles(
      'parts/.filebrowser-x.part',
      'parts/.filebrowser-y.part/inner',
      'parts/.filebrowser',
    );
    copy('/parts', '/parts-copy');
    expect(listPaths('parts-copy')).toEqual(['.filebrowser']);
  });

  test('a name that is taken is not touched', () => {
    createFiles('taken-from/a', 'taken/b');
    expect(() => copy('/taken-from', '/taken')).toThrow('EEXIST');
    expect(() => copy('/taken-from/a', '/taken/b')).toThrow('EEXIST');
    expect(listPaths('taken')).toEqual(['b']);
    expect(readFileSync(join(path, 'taken/b'), 'utf8')).toBe('taken/b');
  });
});

describe('symlinks', () => {
  test('that lead into the scope from the copy are created again, even if broken', () => {
    createFiles('links/sub/file');
    const links = {
      'to-file': 'sub/file',
      'to-folder': 'sub',
      'to-itself': 'to-itself',
      'to-above': '../links',
      dangling: 'nothing/here',
      absolute: join(path, 'links/sub'),
      'sub/up': '..',
    };
    for (const [name, text] of Object.entries(links)) symlinkSync(text, join(path, 'links', name));
    utimesSync(join(path, 'links/sub'), 1, 1);
    expect(copy('/links', '/links-copy')).toEqual({ count: 0, names: [] });
    for (const [name, text] of Object.entries(links)) {
      expect(readlinkSync(join(path, 'links-copy', name))).toBe(text);
      expect(timeOf(`links-copy/${name}`)).toBe(timeOf(`links/${name}`));
    }
  });

  test('that lead out are skipped and reported, whatever their target', () => {
    writeFileSync(join(testRoot.base, 'foreign'), 'foreign');
    createFiles('out/own');
    symlinkSync('../../foreign', join(path, 'out/relative'));
    symlinkSync(join(testRoot.base, 'foreign'), join(path, 'out/absolute'));
    symlinkSync('/etc', join(path, 'out/folder'));
    const leftOut = copy('/out', '/out-copy');
    expect(leftOut.count).toBe(3);
    expect(leftOut.names.toSorted()).toEqual(['absolute', 'folder', 'relative']);
    expect(listPaths('out-copy')).toEqual(['own']);
  });

  test('whose target would change are replaced by a copy of their target', () => {
    createFiles('home/x/y/', 'home/real.txt', 'home/folder/inner');
    symlinkSync('../../real.txt', join(path, 'home/x/y/link'));
    symlinkSync('../../folder', join(path, 'home/x/y/to-folder'));
    symlinkSync('../../../secret', join(path, 'home/x/y/secret'));
    createFiles('secret');
    const leftOut = copy('/home/x/y', '/home/y', { scope: at('/home') });
    expect(leftOut.names.toSorted()).toEqual(['secret', 'to-folder']);
    expect(lstatSync(join(path, 'home/y/link')).isFile()).toBe(true);
    expect(readFileSync(join(path, 'home/y/link'), 'utf8')).toBe('home/real.txt');
  });

  test('but not one that may not be seen', () => {
    createFiles('rules/x/y/', 'rules/denied');
    symlinkSync('../../denied', join(path, 'rules/x/y/link'));
    const leftOut = copy('/rules/x/y', '/rules/y', {
      scope: at('/rules'),
      mayReach: (path) => path !== at('/rules/denied'),
    });
    expect(leftOut).toEqual({ count: 1, names: ['link'] });
    expect(listPaths('rules/y')).toEqual([]);
  });

  test('two names of one file become two files', () => {
    createFiles('hard/one');
    linkSync(join(path, 'hard/one'), join(path, 'hard/two'));
    copy('/hard', '/hard-copy');
    expect(statSync(join(path, 'hard-copy/two'))).toMatchObject({ nlink: 1, size: 8 });
  });
});

test('skips and reports FIFOs, sockets and devices without opening them', async () => {
  createFiles('others/file');
  execFileSync('mkfifo', [join(path, 'others/fifo')]);
  const server = createServer();
  await new Promise<void>((listening) => server.listen(join(path, 'others/socket'), listening));
  const leftOut = copy('/others', '/others-copy');
  server.close();
  expect(leftOut.names.toSorted()).toEqual(['fifo', 'socket']);
  expect(listPaths('others-copy')).toEqual(['file']);
  expect(() => copy('/others/fifo', '/fifo-copy')).toThrow('not a regular file');
});

test('fails if any entry is invisible', () => {
  createFiles('filter/seen', 'filter/sub/denied');
  const seen: string[] = [];
  const isVisible = (below: string): boolean => {
    seen.push(below);
    return below !== 'sub/denied';
  };
  expect(() => copy('/filter', '/filter-copy', { isVisible })).toThrow(AppError);
  expect(seen.toSorted()).toEqual(['', 'seen', 'sub', 'sub/denied']);
  expect(() => copy('/filter', '/filter-no', { isVisible: () => false })).toThrow(AppError);
  expect(existsSync(join(path, 'filter-no'))).toBe(false);
});

test('closes everything when it is cancelled in the middle of a file', () => {
  createFiles('stopped/sub/');
  writeFileSync(join(path, 'stopped/sub/file'), Buffer.alloc(2_000_000, 1));
  const before = openDescriptors().length;
  const progress = noProgress();
  const task = copyTree(root, inputOf('/stopped', '/stopped-copy'), progress);
  while (progress.bytes === 0) task.next();
  task.return({ count: 0, names: [] });
  expect(openDescriptors()).toHaveLength(before);
  expect(statSync(join(path, 'stopped-copy/sub/file')).size).toBeLessThan(2_000_000);
});

test('reports a full disk with an explanation, and closes everything', (context) => {
  const small = join(testRoot.base, 'small');
  mkdirSync(small);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', small], { stdio: 'ignore' });
  } catch {
    return context.skip('no file system can be mounted here');
  }
  try {
    createFiles('full/a');
    writeFileSync(join(path, 'full/b'), Buffer.alloc(2_000_000, 1));
    symlinkSync(small, join(path, 'small'));
    const trusting = { ...root, followExternalSymlinks: true };
    const before = openDescriptors().length;
    const copying = () => finish(copyTree(trusting, inputOf('/full', '/small/copy'), noProgress()));
    expect(translated(copying)).toMatchObject({ code: 'no-space' });
    expect(openDescriptors()).toHaveLength(before);
  } finally {
    execFileSync('umount', [small]);
  }
});

function translated(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return fromNodeError(error);
  }
}

test('depth is no limit, and few descriptors are open at a time', () => {
  createDeep(join(path, 'deep'), 300);
  const before = openDescriptors().length;
  const task = copyTree(root, inputOf('/deep', '/deep-copy'), noProgress());
  let most = 0;
  for (let step = 0; task.next().done !== true; step += 1) {
    if (step % 20 === 0) most = Math.max(most, openDescriptors().length - before);
  }
  expect(most).toBeLessThan(100);
  expect(openDescriptors()).toHaveLength(before);
  expect(depthOf(join(path, 'deep-copy'))).toBe(300);
  for (const folder of ['deep', 'deep-copy']) execFileSync('rm', ['-r', join(path, folder)]);
});

const rounds = repetitions({ usually: 100, soaking: 10_000 });
test(
  'copies nothing from outside if a folder alternates with a symlink',
  async () => {
    const foreign = join(testRoot.base, 'outside');
    mkdirSync(foreign);
    for (const name of ['file', 'inner']) writeFileSync(join(foreign, name), 'foreign');
    createFiles('race/spot/file', 'race/spot/inner/deep');
    symlinkSync(foreign, join(path, 'race/spot.link'));
    const stop = startSwapping(join(path, 'race/spot'));
    const outcomes = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      const to = `/race-copy-${round}`;
      const outcome = translated(() => copy('/race', to));
      if (outcome instanceof AppError) outcomes.add(outcome.code);
      else outcomes.add('copied');
      for (const way of listPaths(to.slice(1))) {
        const made = lstatSync(join(path, to, way));
        if (made.isFile()) expect(readFileSync(join(path, to, way), 'utf8')).not.toBe('foreign');
      }
      rmSync(join(path, to), { recursive: true });
    }
    expect(await stop()).toBeGreaterThan(20);
    expect(outcomes).toContain('copied');
    expect(['copied', 'not-found', 'forbidden']).toEqual(expect.arrayContaining([...outcomes]));
  },
  timeLimit(30_000),
);

test('copies entries on another device', (context) => {
  const memory = '/dev/shm';
  if (!existsSync(memory) || statSync(memory).dev === statSync(path).dev) {
    return context.skip('there is no second file system');
  }
  const elsewhere = join(memory, `filebrowser-walks-${process.pid}`);
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(path, 'elsewhere'));
  createFiles('here/a', 'here/sub/b');
  utimesSync(join(path, 'here/a'), 1_500_000_000, 1_500_000_000);
  const trusting = { ...root, followExternalSymlinks: true };
  finish(copyTree(trusting, inputOf('/here', '/elsewhere/there'), noProgress()));
  expect(listPaths('elsewhere/there')).toEqual(['a', 'sub/', 'sub/b']);
  expect(timeOf('elsewhere/there/a')).toBe(timeOf('here/a'));
  execFileSync('rm', ['-r', elsewhere]);
});
