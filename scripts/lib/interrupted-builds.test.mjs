import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cleanUpInterruptedBuilds } from './interrupted-builds.mjs';

const ENDED = spawnSync('true').pid;

/** Creates a clone with these folders, each of which has a file with its name. */
function cloneWith(...folders) {
  const clone = mkdtempSync(join(tmpdir(), 'clone-'));
  onTestFinished(() => rmSync(clone, { recursive: true }));
  const cache = join(clone, '.cache');
  const dist = join(clone, 'dist');
  for (const folder of folders) {
    mkdirSync(join(clone, folder), { recursive: true });
    writeFileSync(join(clone, folder, 'name'), folder);
  }
  return { cache, dist, built: () => readFileSync(join(dist, 'name'), 'utf8') };
}

test('folders of ended builds are removed, and those of running ones stay', () => {
  const running = `build-${process.ppid}`;
  const { cache, dist, built } = cloneWith(
    'dist',
    `.cache/build-${ENDED}`,
    `.cache/build-${ENDED}-old`,
    `.cache/build-${process.pid}`,
    `.cache/${running}`,
    '.cache/other',
  );
  cleanUpInterruptedBuilds(cache, dist);
  expect(readdirSync(cache).toSorted()).toEqual([running, 'other']);
  expect(built()).toBe('dist');
});

test('a build that was ended while it replaced the previous one leaves that in place', () => {
  const old = `.cache/build-${ENDED}-old`;
  const { cache, dist, built } = cloneWith(`.cache/build-${ENDED}`, old);
  cleanUpInterruptedBuilds(cache, dist);
  expect(readdirSync(cache)).toEqual([]);
  expect(built()).toBe(old);
});

test('a clone without builds stays as it is', () => {
  const { cache, dist } = cloneWith();
  expect(() => cleanUpInterruptedBuilds(cache, dist)).not.toThrow();
});
