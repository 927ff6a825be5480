import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import { at } from '../../driver.test-tools.ts';
import { toEntryStat } from '../entry-stat.ts';
import { copyTree } from './copy-tree.ts';
import { entryAt, finish, noProgress, openDescriptors, openTestRoot } from './walks.test-tools.ts';

const { path, root, createFiles } = openTestRoot();

function verifiedCopy(
  from: string,
  to: string,
  progress = noProgress(),
  comparison: 'disk' | 'cache' = 'disk',
) {
  const input = {
    from: entryAt(from),
    to: entryAt(to),
    finalPath: at(to),
    scope: ROOT,
    isVisible: undefined,
    mayReach: () => true,
    durable: true,
    comparison,
  };
  return copyTree(root, input, progress);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

test('a verified copy has the digests of its files, for the versions on the disk', () => {
  createFiles('docs/a', 'docs/sub/b', 'docs/empty/');
  const { digests = [], ...leftOut } = finish(verifiedCopy('/docs', '/copy'));

  expect(leftOut).toEqual({ count: 0, names: [] });
  const expected = ['a', 'sub/b'].map((name) => {
    const stat = toEntryStat(statSync(join(path, 'copy', name), { bigint: true }));
    const { fingerprint, modifiedNs, size } = stat;
    return { fingerprint, modifiedNs, size, sha256: sha256(`docs/${name}`) };
  });
  expect(digests).toHaveLength(2);
  expect(digests).toEqual(expect.arrayContaining(expected));
});

test('hundreds of files are compared in several rounds, without holding them open', () => {
  createFiles(...Array.from({ length: 600 }, (_, index) => `many/${index}`));
  const before = openDescriptors().length;
  const { digests } = finish(verifiedCopy('/many', '/many-copy'));
  expect(digests).toHaveLength(600);
  expect(openDescriptors()).toHaveLength(before);
});

test.each(['/film', '/folder'])(
  'a copy of %s that is damaged before it is complete fails, and the original stays',
  (from) => {
    const name = from === '/film' ? '' : '/film';
    const bytes = 'x'.repeat(1_000_000);
    createFiles(`${from}${name}`.slice(1));
    const original = openSync(join(path, `${from}${name}`), 'w');
    writeSync(original, bytes);
    closeSync(original);
    const progress = noProgress();
    const before = openDescriptors().length;
    const copying = verifiedCopy(from, `${from}-copy`, progress);

    while (progress.bytes < 500_000) copying.next();
    const copy = openSync(join(path, `${from}-copy${name}`), 'r+');
    writeSync(copy, 'y', 1_000);
    closeSync(copy);

    expect(() => finish(copying)).toThrow('other bytes on the disk than its original');
    expect(readFileSync(join(path, `${from}${name}`), 'utf8')).toBe(bytes);
    expect(existsSync(join(path, `${from}-copy`))).toBe(true);
    expect(openDescriptors()).toHaveLength(before);
  },
);

test('a stopped copy closes what it has not compared', () => {
  createFiles('stopped/a', 'stopped/b', 'stopped/c');
  const before = openDescriptors().length;
  const progress = noProgress();
  const copying = verifiedCopy('/stopped', '/stopped-copy', progress);
  while (progress.entries < 3) copying.next();
  expect(openDescriptors().length).toBeGreaterThan(before);
  copying.return({ count: 0, names: [] });
  expect(openDescriptors()).toHaveLength(before);
});

test('a large copy whose original stays is compared, too, and has no digest', () => {
  createFiles('kept/film');
  const original = openSync(join(path, 'kept/film'), 'w');
  writeSync(original, 'x'.repeat(2_000_000));
  closeSync(original);
  const progress = noProgress();
  const copy = () => verifiedCopy('/kept', '/kept-copy', progress, 'cache');
  const copying = copy();
  while (progress.bytes < 500_000) copying.next();
  const damaged = openSync(join(path, 'kept-copy/film'), 'r+');
  writeSync(damaged, 'y', 1_000);
  closeSync(damaged);
  expect(() => finish(copying)).toThrow('other bytes on the disk than its original');

  rmSync(join(path, 'kept-copy'), { recursive: true });
  expect(finish(copy())).toMatchObject({ count: 0, digests: [] });
});
