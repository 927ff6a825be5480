import { execFile } from 'node:child_process';
import { lutimes, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readFile } from './read-file.ts';
import {
  anActor,
  at,
  failure,
  openTestTree,
  type ActorOptions,
  type TestTree,
} from './tree.test-tools.ts';

const run = promisify(execFile);

function read({ tree }: TestTree, path: string, options: ActorOptions = {}) {
  return readFile(tree, anActor(options), at(path), { wholeUpTo: 8 });
}

describe('reading', () => {
  test('returns the bytes of a small file, and opens a larger one', async () => {
    const opened = await openTestTree({ '/small': '12345678', '/large': '123456789' });
    const small = await read(opened, '/small');
    if (small?.contents.kind !== 'whole') throw new Error('not whole');
    expect(Buffer.from(small.contents.bytes).toString()).toBe('12345678');
    const large = await read(opened, '/large');
    if (large?.contents.kind !== 'open') throw new Error('not open');
    const bytes = new Uint8Array(9);
    expect(await large.contents.file.readInto(bytes, 0)).toBe(9);
    await large.contents.file.close();
    expect(Buffer.from(bytes).toString()).toBe('123456789');
  });

  test('returns undefined for a folder', async () => {
    const opened = await openTestTree({ '/docs/': '' });
    await symlink('docs', join(opened.root, 'link'));
    expect(await read(opened, '/docs')).toBeUndefined();
    expect(await read(opened, '/link')).toBeUndefined();
    expect(await read(opened, '/')).toBeUndefined();
  });

  test('returns an empty file for a FIFO, without waiting for a writer', async () => {
    const opened = await openTestTree();
    await run('mkfifo', [join(opened.root, 'pipe')]);
    const pipe = await read(opened, '/pipe');
    expect(pipe?.contents).toMatchObject({ kind: 'whole', stat: { size: 0 } });
  });

  test('has the requested name behind a symlink, and the later of both times', async () => {
    const opened = await openTestTree({ '/real': 'r' });
    const link = join(opened.root, 'link');
    await symlink('real', link);
    await utimes(join(opened.root, 'real'), 2_000, 2_000);
    await lutimes(link, 1_000, 1_000);
    expect(await read(opened, '/link')).toMatchObject({
      name: 'link',
      modifiedNs: 2_000n * 10n ** 9n,
    });
    await lutimes(link, 3_000, 3_000);
    expect((await read(opened, '/link'))?.modifiedNs).toBe(3_000n * 10n ** 9n);
  });
});

test.each<[string, ActorOptions, 'forbidden' | 'not-found']>([
  ['/home/a', { without: ['download'] }, 'forbidden'],
  ['/home', { without: ['download'] }, 'forbidden'],
  ['/home/a', { denied: ['/home/a'] }, 'forbidden'],
  ['/home/link', { denied: ['/home/a'] }, 'forbidden'],
  ['/home/link', { denied: ['/home/link'] }, 'forbidden'],
  ['/home/.hidden', { hideDotfiles: true }, 'forbidden'],
  ['/home/to-hidden', { hideDotfiles: true }, 'forbidden'],
  ['/home/A', { protectedPaths: ['/home/a'] }, 'forbidden'],
  ['/home/link', { protectedPaths: ['/home/a'] }, 'forbidden'],
  ['/other', { scope: '/home' }, 'forbidden'],
  ['/home/out', { scope: '/home' }, 'forbidden'],
  ['/home/nothing', {}, 'not-found'],
  ['/home/broken', {}, 'not-found'],
  ['/home/a/x', {}, 'not-found'],
])('%s is refused for %j: %s', async (path, options, code) => {
  const opened = await openTestTree({ '/home/a': 'a', '/home/.hidden': 'h', '/other': 'o' });
  const links = { link: 'a', 'to-hidden': '.hidden', out: '../other', broken: 'nothing' };
  for (const [name, target] of Object.entries(links)) {
    await symlink(target, join(opened.root, 'home', name));
  }
  await expect(read(opened, path, options)).rejects.toMatchObject(failure(code));
});
