import { execFileSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../testing/engines.ts';
import { threadPoolSize } from './thread-pool-size.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  [undefined, 4],
  ['', 1],
  ['0', 1],
  ['many', 1],
  ['12', 12],
  ['5000', 1_024],
])('UV_THREADPOOL_SIZE=%j gives %i threads, as in libuv', (value, threads) => {
  vi.stubEnv('UV_THREADPOOL_SIZE', value);
  expect(threadPoolSize()).toBe(threads);
});

test.each([
  [undefined, '32'],
  ['', '32'],
  ['12', '12'],
])('the launcher changes UV_THREADPOOL_SIZE=%j to %s', (value, expected) => {
  const folder = temporaryFolder();
  const launcher = join(folder, 'main.cjs');
  copyFileSync(join(import.meta.dirname, '../launcher/main.cjs'), launcher);
  writeFileSync(
    join(folder, 'main.mjs'),
    'process.stdout.write(process.env.UV_THREADPOOL_SIZE ?? "");',
  );
  vi.stubEnv('UV_THREADPOOL_SIZE', value);
  expect(execFileSync(process.execPath, [launcher], { encoding: 'utf8' })).toBe(expected);
});
