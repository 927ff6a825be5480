import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/engines.ts';
import { packFolder } from '../testing/pack-for-test.ts';

const ROUNDS = 500;

/** Swaps a folder and a file for links to the outside, and back, as fast as a thread can. */
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

test('what is swapped for a link while it is packed never brings in what lies outside', async () => {
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
  for (let round = 0; round < ROUNDS; round += 1) {
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
  // Both happened, so there was a race.
  expect(outcomes.packed).toBeGreaterThan(0);
  expect(outcomes.brokenOff).toBeGreaterThan(0);
});
