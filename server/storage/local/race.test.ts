import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import { repetitions, timeLimit } from '../../testing/repetitions.ts';
import { openLocalDriver } from './local-driver.ts';
import { at, readText } from '../driver.test-tools.ts';

const base = mkdtempSync(join(tmpdir(), 'filebrowser-race-'));
const root = join(base, 'root');
const outside = join(base, 'outside');
afterAll(() => rmSync(base, { recursive: true }));

const READS = repetitions({ usually: 2_000, soaking: 200_000 });
const CREATIONS = READS / 10;

/** Swaps a folder and a file with symlinks to the outside and back, as fast as possible. */
const FLIPPER = `
  const { renameSync } = require('node:fs');
  const { workerData: { root, stop, flips } } = require('node:worker_threads');
  while (Atomics.load(stop, 0) === 0) {
    for (const name of ['spot', 'leaf']) {
      const path = root + '/' + name;
      renameSync(path, path + '.real');
      renameSync(path + '.link', path);
      renameSync(path, path + '.link');
      renameSync(path + '.real', path);
    }
    Atomics.add(flips, 0, 1);
  }
`;

function prepare(): void {
  mkdirSync(join(root, 'spot'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(root, 'spot/file'), 'own');
  writeFileSync(join(root, 'leaf'), 'own');
  writeFileSync(join(outside, 'file'), 'foreign');
  symlinkSync(outside, join(root, 'spot.link'));
  symlinkSync(join(outside, 'file'), join(root, 'leaf.link'));
}

function startSwapping() {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const flips = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(FLIPPER, {
    eval: true,
    execArgv: [],
    workerData: { root, stop, flips },
  });
  const ended = new Promise<void>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
  return async (): Promise<number> => {
    Atomics.store(stop, 0, 1);
    await ended;
    return Atomics.load(flips, 0);
  };
}

/** Returns the result or the error code. An error that is not an AppError fails the test. */
async function attempt(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

async function tally(count: number, work: (index: number) => Promise<string>) {
  const seen = new Map<string, number>();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const answer = await attempt(() => work(next++));
      seen.set(answer, (seen.get(answer) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return seen;
}

test(
  'a folder that alternates with a symlink to the outside neither reveals nor changes anything outside',
  async () => {
    prepare();
    const driver = openLocalDriver({ root });
    const paths = [at('/spot/file'), at('/leaf')];
    const pathFor = (index: number) => paths[index % 2] ?? ROOT;
    const stopFlipping = startSwapping();

    const [read, resolved, created] = await Promise.all([
      tally(READS / 2, (index) => readText(driver, pathFor(index))),
      tally(READS / 2, async (index) => {
        const resolution = await driver.resolve(pathFor(index), ROOT);
        return resolution.kind === 'found' ? readText(driver, resolution.path) : resolution.kind;
      }),
      tally(CREATIONS, async (index) => {
        await driver.writeFile(at('/spot'), `new-${index}`, Buffer.from('x'), { replace: true });
        return 'created';
      }),
    ]);
    const flips = await stopFlipping();
    await driver.close();

    expect(readdirSync(outside)).toEqual(['file']);
    for (const seen of [read, resolved]) {
      expect(seen.get('own')).toBeGreaterThan(0);
      const answers = ['own', 'not-found', 'forbidden', 'outside', 'missing', 'dangling'];
      expect(answers).toEqual(expect.arrayContaining([...seen.keys()]));
    }
    expect(['created', 'not-found', 'forbidden']).toEqual(
      expect.arrayContaining([...created.keys()]),
    );
    expect(created.get('created')).toBe(
      readdirSync(join(root, 'spot')).filter((name) => name.startsWith('new-')).length,
    );
    // Proves that symlinks were met often.
    expect(flips).toBeGreaterThan(100);
    expect(read.get('forbidden')).toBeGreaterThan(0);
  },
  timeLimit(60_000),
);
