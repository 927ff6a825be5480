import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../testing/engines.ts';
import { packFolder } from '../../../testing/pack-for-test.ts';
import { repetitions, timeLimit } from '../../../testing/repetitions.ts';

/** Minimum number of rounds; more follow until both outcomes have been seen. */
const ROUNDS = repetitions({ usually: 200, soaking: 20_000 });

/** Swaps a folder and a file with symlinks to the outside and back, as fast as possible. */
const FLIPPER = `
  const { renameSync } = require('node:fs');
  const { workerData: { root, stop } } = require('node:worker_threads');
  while (Atomics.load(stop, 0) === 0) {
    for (const name of ['spot', 'leaf']) {
      const path = root + '/served/' + name;
      renameSync(path, root + '/' + name + '.real');
      renameSync(root + '/' + name + '.link', path);
      renameSync(path, root + '/' + name + '.link');
      renameSync(root + '/' + name + '.real', path);
    }
  }
`;

test(
  'an entry that is replaced by a symlink while it is packed never adds anything outside',
  async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'served/spot'), { recursive: true });
    mkdirSync(join(root, 'outside'));
    writeFileSync(join(root, 'served/spot/file'), 'own');
    writeFileSync(join(root, 'served/leaf'), 'own');
    writeFileSync(join(root, 'outside/file'), 'foreign');
    symlinkSync(join(root, 'outside'), join(root, 'spot.link'));
    symlinkSync(join(root, 'outside/file'), join(root, 'leaf.link'));
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const flipper = new Worker(FLIPPER, { eval: true, execArgv: [], workerData: { root, stop } });
    const ended = new Promise((resolve) => flipper.once('exit', resolve));

    const outcomes = { packed: 0, brokenOff: 0, foreign: 0 };
    const isOneSided = () => outcomes.packed === 0 || outcomes.brokenOff === 0;
    for (let round = 0; round < ROUNDS || isOneSided(); round += 1) {
      // The other thread is let to its messages, and to the processor.
      await turn();
      try {
        const tar = packFolder(join(root, 'served'), { format: 'tar' });
        outcomes.packed += 1;
        if (tar.includes('foreign')) outcomes.foreign += 1;
      } catch {
        outcomes.brokenOff += 1;
      }
    }
    Atomics.store(stop, 0, 1);
    await ended;

    expect(outcomes.foreign).toBe(0);
  },
  timeLimit(40_000),
);
