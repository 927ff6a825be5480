import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '#contract/paths.ts';
import { afterAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { isInstalled } from '../../../testing/programs.ts';
import { setClockForward } from '../../../testing/clock.ts';
import { createTreeChanges } from '../../../events/tree-changes.ts';
import { createLogger } from '../../../logger.ts';
import { announcing } from '../../../testing/announcing-driver.ts';
import { openLocalDriver } from '../local-driver.ts';
import { LocalNameIndex } from './local-name-index.ts';
import type { NameQuestion } from './name-question.ts';
import { at } from '../../driver.test-tools.ts';

const base = mkdtempSync(join(tmpdir(), 'filebrowser-names-'));
afterAll(() => rmSync(base, { recursive: true }));

const logger = createLogger({ kind: 'off' });
const signal = AbortSignal.timeout(120_000);

function served(...ways: readonly string[]) {
  const path = mkdtempSync(join(base, 'root-'));
  const plant = (...more: readonly string[]): void => {
    for (const way of more) {
      mkdirSync(dirname(join(path, way)), { recursive: true });
      writeFileSync(join(path, way), way);
    }
  };
  plant(...ways);
  const changes = createTreeChanges(logger);
  const local = openLocalDriver({ root: path });
  const driver = announcing(local, changes);
  const index = new LocalNameIndex(local.root, logger);
  changes.subscribe((change) => index.noteChange(change));
  onTestFinished(async () => {
    await index.close();
    await driver.close();
  });
  return { path, plant, driver, index };
}

async function find(
  index: LocalNameIndex,
  question: Partial<NameQuestion> = {},
): Promise<string[]> {
  const asked = { terms: [], types: [], within: ROOT, ...question };
  const ways: string[] = [];
  for await (const batch of index.find(asked, signal)) {
    for (const { folder, names } of batch) {
      ways.push(...names.map((name) => `${folder === ROOT ? '' : folder}/${name}`));
    }
  }
  return ways;
}

async function untilReady(index: LocalNameIndex): Promise<void> {
  index.begin();
  await expect.poll(() => index.state(), { timeout: 60_000 }).toBe('ready');
}

describe('a name index', () => {
  it('answers once everything has been read', async () => {
    const { index } = served('docs/a.txt', 'b.txt');
    expect(index.state()).toBe('building');
    await untilReady(index);
    expect(await find(index)).toEqual(['/b.txt', '/docs', '/docs/a.txt']);
  });

  it('contains changes of the server immediately', async () => {
    const { index, driver } = served('docs/old.txt', 'docs/sub/deep.txt', 'gone.txt');
    await untilReady(index);
    expect(await find(index)).toHaveLength(5);
    const bytes = new Uint8Array();
    await driver.writeFile(at('/docs'), 'written.txt', bytes, { replace: false });
    await driver.makeFolder(ROOT, 'made');
    await driver.move(
      { folder: at('/docs'), name: 'sub' },
      { folder: ROOT, name: 'moved' },
      {
        replace: false,
      },
    );
    await driver.remove(ROOT, 'gone.txt');
    const temporaryFile = await driver.createTemporaryFile(at('/made'));
    await temporaryFile.publish('sent.txt', { replace: false });
    const found = await find(index);
    expect(found).toContain('/made/sent.txt');
    expect(new Set(found).size).toBe(found.length);
    // The beginning of an answer may be outdated, so consumers check it. The next answer is up to date.
    expect((await find(index)).toSorted()).toEqual([
      '/docs',
      '/docs/old.txt',
      '/docs/written.txt',
      '/made',
      '/made/sent.txt',
      '/moved',
      '/moved/deep.txt',
    ]);
    expect(await find(index, { terms: ['sent'], within: at('/made') })).toEqual(['/made/sent.txt']);
  });

  it('contains changes of other programs after some seconds, and yields nothing twice', async () => {
    const { index, plant, path } = served('docs/old.txt', 'same/a.txt', 'gone/b.txt');
    // A folder that was changed very recently counts as changed again.
    for (const folder of ['', 'docs', 'same', 'gone']) utimesSync(join(path, folder), 1_000, 1_000);
    await untilReady(index);
    expect(await find(index)).toHaveLength(6);
    plant('docs/from/outside.txt');
    rmSync(join(path, 'gone'), { recursive: true });
    setClockForward(2_600);
    const found = await find(index);
    expect(found).toContain('/docs/from/outside.txt');
    expect(new Set(found).size).toBe(found.length);
    expect((await find(index)).toSorted()).toEqual([
      '/docs',
      '/docs/from',
      '/docs/from/outside.txt',
      '/docs/old.txt',
      '/same',
      '/same/a.txt',
    ]);
  });

  it('stops a search when its consumer leaves, and answers others', async () => {
    const { index } = served(...manyWays(600));
    await untilReady(index);
    const leaving = new AbortController();
    const question = { terms: [], types: [], within: ROOT };
    const read = async (): Promise<void> => {
      for await (const _ of index.find(question, leaving.signal)) leaving.abort(new Error('left'));
    };
    await expect(read()).rejects.toThrow('left');
    for await (const batch of index.find(question, signal)) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
    expect(await find(index)).toHaveLength(600 + 6);
    expect(await find(index, { terms: ['file-599'] })).toEqual(['/folder-5/file-599']);
  });

  it('yields the first hits before it has all, and waits for a slow consumer', async () => {
    const { index } = served(...manyWays(600));
    await untilReady(index);
    const sizes: number[] = [];
    for await (const batch of index.find({ terms: ['file'], types: [], within: ROOT }, signal)) {
      sizes.push(batch.reduce((sum, { names }) => sum + names.length, 0));
      await delay(5);
    }
    expect(sizes[0]).toBe(100);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(600);
  });
});

test('drops the index of a small tree while there are no searches', async () => {
  const { index } = served('docs/a.txt');
  const before = threads();
  await untilReady(index);
  await expect.poll(threads).toBeLessThanOrEqual(before);
  expect(await find(index, { terms: ['a'] })).toEqual(['/docs/a.txt']);
});

test('an index can be closed while it is being built, and before', async () => {
  const { index } = served(...manyWays(300));
  index.begin();
  await index.close();
  expect(index.state()).not.toBe('ready');
  const other = served('a').index;
  await other.close();
  other.begin();
  await expect(find(other)).rejects.toMatchObject({ code: 'shutting-down' });
});

test.runIf(isInstalled('prlimit'))(
  'an index that lacks descriptors fails searches instead of hiding names, and completes later',
  async () => {
    const { index, plant } = served('docs/a.txt');
    await untilReady(index);
    await find(index);
    plant(`${'deep/'.repeat(30)}hidden.txt`);
    setClockForward(2_600);
    const raise = leaveFreeDescriptors(12);
    try {
      await find(index);
      expect(() => index.requireComplete()).toThrow(/incomplete/);
      // Searches walk the tree while the index is not ready.
      expect(index.state()).toBe('building');
    } finally {
      raise();
    }
    index.noteChange({ kind: 'changed-below', path: ROOT });
    await expect.poll(() => index.state(), { timeout: 20_000 }).toBe('ready');
    index.requireComplete();
    expect(await find(index, { terms: ['hidden'] })).toHaveLength(1);
  },
);

/** Lowers the limit on open files of this process so that some descriptors are free. Returns a function that raises it again. */
function leaveFreeDescriptors(free: number): () => void {
  const open = new Set(readdirSync('/proc/self/fd').map(Number));
  let limit = 0;
  for (let unused = 0; unused < free; limit += 1) if (!open.has(limit)) unused += 1;
  const former = limitNow();
  const setLimit = (soft: string): void =>
    void execFileSync('prlimit', ['--pid', `${process.pid}`, `--nofile=${soft}:`]);
  setLimit(`${limit}`);
  return () => setLimit(former);
}

function limitNow(): string {
  const line = readFileSync('/proc/self/limits', 'utf8').match(/^Max open files +(\d+)/m);
  return line?.[1] ?? 'unlimited';
}

function manyWays(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `folder-${Math.floor(at / 100)}/file-${at}`);
}

function threads(): number {
  return readdirSync('/proc/self/task').length;
}
