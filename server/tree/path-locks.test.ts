import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { treePath } from '../testing/stored-records.ts';
import { type Claim, PathLocks } from './path-locks.ts';

const LOCKED = { code: 'locked' };

test('two writers of the same file write one after another, regardless of case', async () => {
  const locks = new PathLocks();
  const seen: string[] = [];
  const write = (name: string, path: string) =>
    locks.write([treePath(path)], async () => {
      seen.push(`${name} begins`);
      await delay(5);
      seen.push(`${name} ends`);
    });

  await Promise.all([write('first', '/a.txt'), write('second', '/A.TXT'), write('other', '/b')]);

  expect(seen.indexOf('second begins')).toBeGreaterThan(seen.indexOf('first ends'));
  expect(seen.indexOf('other begins')).toBeLessThan(seen.indexOf('first ends'));
});

test('a waiting writer continues after the one before has failed', async () => {
  const locks = new PathLocks();
  const failing = locks.write([treePath('/a')], () => Promise.reject(new Error('no space')));
  const next = locks.write([treePath('/a')], () => Promise.resolve('written'));

  await expect(failing).rejects.toThrow('no space');
  expect(await next).toBe('written');
});

test('two requests for the same paths in another order do not deadlock', async () => {
  const locks = new PathLocks();
  const [a, b] = [treePath('/a'), treePath('/b')];
  const both = await Promise.all([
    locks.write([a, b], () => Promise.resolve(1)),
    locks.write([b, a], () => Promise.resolve(2)),
  ]);
  expect(both).toEqual([1, 2]);
});

test('an operation may move what it changes and what is below, not the folders above', async () => {
  const locks = new PathLocks();
  const { end, running } = begin(locks, exclusive('/docs/plan'));
  const moving = (path: string) => locks.isMoving(treePath(path));
  expect(await Promise.all([moving('/Docs/plan'), moving('/docs/plan/sub')])).toEqual([true, true]);
  expect(await Promise.all([moving('/docs'), moving('/docs/planet')])).toEqual([false, false]);
  end();
  await running;
  expect(await moving('/docs/plan')).toBe(false);
});

test.each([
  ['the same path', exclusive('/docs'), exclusive('/docs')],
  ['below', exclusive('/docs'), exclusive('/docs/plan')],
  ['above', exclusive('/docs/plan'), exclusive('/docs')],
  ['in another case', exclusive('/docs'), exclusive('/Docs/x')],
  ['where one reads', shared('/docs'), exclusive('/docs/x')],
  ['where the other reads', exclusive('/docs'), shared('/docs/x')],
])('refuses an operation that meets another one: %s', async (_, first, second) => {
  const locks = new PathLocks();
  const { end, running } = begin(locks, first);

  await expect(locks.claim([second], () => Promise.resolve())).rejects.toMatchObject(LOCKED);

  end();
  await running;
  expect(await locks.claim([second], () => Promise.resolve('done'))).toBe('done');
});

test('two copies of the same folder run at the same time, and so do operations on different paths', async () => {
  const locks = new PathLocks();
  const { end, running } = begin(locks, shared('/docs'));
  expect(await locks.claim([shared('/docs')], () => Promise.resolve('done'))).toBe('done');
  expect(await locks.claim([exclusive('/docs2')], () => Promise.resolve('done'))).toBe('done');
  end();
  await running;
});

test('a file is not written into a folder that is being moved, nor above it, but into one that is being copied', async () => {
  const locks = new PathLocks();
  const { end, running } = begin(locks, exclusive('/docs/plan'), shared('/photos'));
  const write = (path: string) => locks.write([treePath(path)], () => Promise.resolve('written'));

  await expect(write('/docs/plan/a')).rejects.toMatchObject(LOCKED);
  await expect(write('/docs')).rejects.toMatchObject(LOCKED);
  expect(await write('/docs/other')).toBe('written');
  expect(await write('/photos/a')).toBe('written');

  end();
  await running;
  expect(await write('/docs/plan/a')).toBe('written');
});

test('an operation waits for the file that is being written, and later writers are refused', async () => {
  const locks = new PathLocks();
  const seen: string[] = [];
  const path = treePath('/docs/a');
  const writing = locks.write([path], async () => {
    await delay(10);
    seen.push('written');
  });
  const queued = locks.write([path], () => Promise.resolve()).catch((error: unknown) => error);

  await locks.claim([exclusive('/docs')], async () => void seen.push('removed'));
  await writing;
  expect(await queued).toMatchObject(LOCKED);
  expect(seen).toEqual(['written', 'removed']);
});

function exclusive(path: string): Claim {
  return { path: treePath(path), access: 'exclusive' };
}

function shared(path: string): Claim {
  return { path: treePath(path), access: 'shared' };
}

function begin(locks: PathLocks, ...claims: Claim[]): { end(): void; running: Promise<void> } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, running: locks.claim(claims, () => ended) };
}

test('paths that a recovery claims are locked until it releases them, also if two recoveries overlap', async () => {
  const locks = new PathLocks();
  const first = await locks.recover([exclusive('/docs')]);
  const second = await locks.recover([exclusive('/docs/plan'), exclusive('/other')]);
  const remove = (path: string) => locks.claim([exclusive(path)], () => Promise.resolve('done'));
  await expect(remove('/docs/plan')).rejects.toMatchObject(LOCKED);
  await expect(
    locks.write([treePath('/docs/a.txt')], () => Promise.resolve()),
  ).rejects.toMatchObject(LOCKED);
  first?.();
  expect(await remove('/docs/a.txt')).toBe('done');
  await expect(remove('/docs')).rejects.toMatchObject(LOCKED);
  second?.();
  expect(await remove('/docs')).toBe('done');
});

test('a recovery claims nothing where an operation is in progress', async () => {
  const locks = new PathLocks();
  await locks.claim([exclusive('/docs')], async () => {
    expect(await locks.recover([exclusive('/docs/plan')])).toBeUndefined();
  });
  expect(await locks.recover([exclusive('/docs/plan')])).toBeDefined();
});
