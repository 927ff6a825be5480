import {
  appendFileSync,
  mkdirSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseTreePath, type TreePath } from '#contract/paths.ts';
import { temporaryFolder } from '../../../testing/engines.ts';
import { packFolder, type PackForTest } from '../../../testing/pack-for-test.ts';
import { isInstalled, outputOf } from '../../../testing/programs.ts';

/** A folder with these files; what ends in a slash is a folder. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  for (const [name, contents] of Object.entries(files)) {
    const file = join(root, name);
    mkdirSync(name.endsWith('/') ? file : dirname(file), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(file, contents);
  }
  return root;
}

/** The names in a tar, read from its headers; for names that need no pax record. */
function namesIn(tar: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; tar[at] !== undefined && tar[at] !== 0;) {
    const name = tar.toString('utf8', at, tar.indexOf(0, at));
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8);
    if (tar.toString('latin1', at + 156, at + 157) !== 'x') names.push(name.slice(0, 100));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return names;
}

function packedNames(root: string, options: Partial<PackForTest> = {}): string[] {
  return namesIn(packFolder(root, { format: 'tar', ...options }));
}

function path(text: string): TreePath {
  const parsed = parseTreePath(text);
  if (parsed === undefined) throw new Error(`${text} is no path`);
  return parsed;
}

function chosen(folder: string, ...ways: readonly string[]): Partial<PackForTest> {
  return { contents: { kind: 'selection', folder: path(folder), paths: ways.join('\0') } };
}

test('members come depth first, in the order of the bytes of their names, every time', () => {
  const root = folderOf({
    'b.txt': '',
    'a/z': '',
    'a/y/x': '',
    'a.txt': '',
    'Z/': '',
    é: '',
    a_: '',
  });

  expect(packedNames(root)).toEqual([
    'Z/',
    'a/',
    'a/y/',
    'a/y/x',
    'a/z',
    'a.txt',
    'a_',
    'b.txt',
    // An é, for programs that know no pax records.
    '_',
  ]);
});

describe('names', () => {
  test('nothing that could lead out of the folder it is unpacked in', () => {
    const root = folderOf({ '..\\..\\e.sh': '', '\\abs': '', '...': '', 'd\\ir/x': '' });

    expect(packedNames(root)).toEqual(['___', '.._.._e.sh', '_abs', 'd_ir/', 'd_ir/x']);
  });

  test('names that would become the same get numbers', () => {
    const root = folderOf({ 'a\\b.txt': '1', 'a_b.txt': '2', 'a_b(1).txt': '3' });

    expect(packedNames(root)).toEqual(['a_b(2).txt', 'a_b(1).txt', 'a_b.txt']);
  });

  test.skipIf(!isInstalled('bsdtar'))('bytes that are not UTF-8 become characters that are', () => {
    const root = temporaryFolder();
    for (const byte of [0xff, 0xfe]) {
      const name = Buffer.concat([Buffer.from(`${root}/x`), Buffer.from([byte])]);
      mkdirSync(name);
      writeFileSync(Buffer.concat([name, Buffer.from('/inside.txt')]), `${byte}`);
    }
    const archive = join(temporaryFolder(), 'a.zip');
    writeFileSync(archive, packFolder(root, { format: 'zip' }));

    const names = outputOf('bsdtar', ['-tf', archive]).trim().split('\n');

    expect(names).toEqual([
      'x\uFFFD/',
      'x\uFFFD/inside.txt',
      'x\uFFFD(1)/',
      'x\uFFFD(1)/inside.txt',
    ]);
  });
});

describe('symlinks', () => {
  test('inside the scope are packed as their targets', () => {
    const root = folderOf({ 'home/real.txt': 'r', 'home/sub/in.txt': 'i' });
    symlinkSync('real.txt', join(root, 'home/link.txt'));
    symlinkSync('sub', join(root, 'home/dir'));
    symlinkSync(
      '/home/sub/in.txt'.replace('/home', join(root, 'home')),
      join(root, 'home/absolute'),
    );

    const names = ['absolute', 'dir/', 'dir/in.txt', 'link.txt', 'real.txt', 'sub/', 'sub/in.txt'];
    const home = {
      kind: 'folder',
      path: path('/home'),
      resolvedPath: path('/home'),
      identity: '',
    } as const;
    expect(packedNames(root, { view: { home: path('/home') }, contents: home })).toEqual(names);
  });

  test('those that lead out, nowhere, or back to where the walk is are left out', () => {
    const root = folderOf({ 'home/a/b/x': '', 'outside/secret': '' });
    for (const [target, link] of [
      ['../outside', 'out'],
      ['../outside/secret', 'out.txt'],
      ['/etc/passwd', 'etc'],
      ['nothing', 'broken'],
      ['a', 'a/b/up'],
      ['.', 'a/self'],
    ] as const) {
      symlinkSync(target, join(root, 'home', link));
    }
    unlinkSync(join(root, 'home/a/b/up'));
    symlinkSync('..', join(root, 'home/a/b/up'));
    const home = {
      kind: 'folder',
      path: path('/home'),
      resolvedPath: path('/home'),
      identity: '',
    } as const;

    expect(packedNames(root, { view: { home: path('/home') }, contents: home })).toEqual([
      'a/',
      'a/b/',
      'a/b/x',
    ]);
  });

  test('that lead to each other end', () => {
    const root = folderOf({ 'a/x': '', 'b/y': '' });
    symlinkSync('../b', join(root, 'a/b'));
    symlinkSync('../a', join(root, 'b/a'));

    expect(packedNames(root)).toEqual(['a/', 'a/b/', 'a/b/y', 'a/x', 'b/', 'b/a/', 'b/a/x', 'b/y']);
  });
});

describe('symlinks that lead out of the root', () => {
  test('are followed where the operator trusts them', () => {
    const outside = folderOf({ 'b/in.txt': 'i' });
    const root = folderOf({ 'a.txt': '1' });
    symlinkSync(join(outside, 'b'), join(root, 'folder'));
    symlinkSync(join(outside, 'b/in.txt'), join(root, 'file'));

    const names = ['a.txt', 'file', 'folder/', 'folder/in.txt'];
    expect(packedNames(root, { followExternalSymlinks: true })).toEqual(names);
    expect(packedNames(root)).toEqual(['a.txt']);
  });
});

test('pipes are skipped and never opened', () => {
  const root = folderOf({ 'a.txt': '1' });
  outputOf('mkfifo', [join(root, 'pipe')]);

  expect(packedNames(root)).toEqual(['a.txt']);
  expect(packedNames(root, chosen('/', 'pipe', 'a.txt'))).toEqual(['a.txt']);
});

describe('invisible entries', () => {
  const files = { 'open/x': '', 'secret/key': '', 'open/.dot': '', 'open/deep/key': '' };
  const rules = [
    { regex: false, allow: false, path: '/secret', regexp: { raw: '' } },
    { regex: false, allow: false, path: '/open/deep', regexp: { raw: '' } },
  ];

  test('are left out, also behind a symlink', () => {
    const root = folderOf(files);
    symlinkSync('../secret', join(root, 'open/way'));

    expect(packedNames(root, { view: { rules, hideDotfiles: true } })).toEqual(['open/', 'open/x']);
  });

  test('are refused if they were selected, and missing ones are not found', () => {
    const root = folderOf(files);
    const ask = (way: string) =>
      packedNames(root, { ...chosen('/', way, 'open'), view: { rules } });

    expect(() => ask('secret')).toThrow(expect.objectContaining({ code: 'forbidden' }));
    expect(() => ask('none')).toThrow(expect.objectContaining({ code: 'not-found' }));
    expect(() => ask('open/deep/key')).toThrow(expect.objectContaining({ code: 'forbidden' }));
    expect(() => ask('open/none')).toThrow(expect.objectContaining({ code: 'not-found' }));
    expect(() => ask('open/x/y')).toThrow(expect.objectContaining({ code: 'not-found' }));
  });
});

test('entries can be chosen at any depth, once each, and not again inside another one', () => {
  const root = folderOf({ 'a/b/c.txt': '', 'a/d.txt': '', 'e.txt': '', 'f.txt': '' });

  expect(packedNames(root, chosen('/', 'e.txt', 'a/b', 'e.txt', 'a/b/c.txt'))).toEqual([
    'a/b/',
    'a/b/c.txt',
    'e.txt',
  ]);
  expect(packedNames(root, chosen('/a', 'd.txt', 'b'))).toEqual(['b/', 'b/c.txt', 'd.txt']);
});

describe.each(['zip', 'tar'] as const)('a %s', (format) => {
  test.each(['small', 'large'])('breaks off when a %s file is cut before it is read', (kind) => {
    const root = folderOf({ 'a.txt': 'x'.repeat(kind === 'small' ? 100 : 400_000) });
    const file = join(root, 'a.txt');
    const stale = expect.objectContaining({ code: 'stale' });

    const beforeReading = () => truncateSync(file, 50);
    expect(() => packFolder(root, { format, beforeReading })).toThrow(stale);
    const remove = () => unlinkSync(file);
    expect(() => packFolder(root, { format, beforeReading: remove })).toThrow(/ENOENT/);
  });

  test.each([100, 400_000])('contains the %i bytes that a log had when it was examined', (size) => {
    const root = folderOf({ 'a.log': 'x'.repeat(size), 'b.txt': 'b' });
    const before = packFolder(root, { format });
    const append = () => appendFileSync(join(root, 'a.log'), 'more');

    expect(packFolder(root, { format, beforeReading: append }).equals(before)).toBe(true);
  });

  test('is the same, whether its length is announced or not', () => {
    const root = folderOf({ 'a/b.txt': 'b', 'c.txt': 'c' });

    const measured = packFolder(root, { format });
    expect(packFolder(root, { format, isMeasured: false }).equals(measured)).toBe(true);
  });

  test('contains a folder that is deeper than the maximum of open descriptors', () => {
    const depth = 150;
    const below = (levels: number) => 'd/'.repeat(levels);
    const root = folderOf({ [`${below(depth)}x`]: 'x', 'e.txt': '', [`${below(3)}after`]: '1' });

    const tar = packFolder(root, { format: 'tar' });
    expect(namesIn(tar)).toContain(`${below(3)}after`);
    expect(packFolder(root, { format }).includes(Buffer.from(`${below(depth)}x`.slice(-90)))).toBe(
      true,
    );
  });
});
