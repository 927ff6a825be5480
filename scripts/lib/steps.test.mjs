import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { complaintOf, complaintsIn, leaveCounts, sumOfCounts } from './counts.mjs';
import { runSteps } from './steps.mjs';

let folder;
let counts;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steps-'));
  counts = join(folder, 'counts');
  // The run that this test is part of counts too, into a file of its own.
  vi.stubEnv('FB_TEST_COUNTS', counts);
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const node = (script) => [process.execPath, '-e', script];

test('a step that fails does not keep the later ones from running', async () => {
  const ran = [];
  const isOk = await runSteps(folder, [
    { name: 'first', command: node('process.exit(3)') },
    { name: 'broken', check: () => Promise.reject(new Error('a fault of the step itself')) },
    { name: 'second', check: () => (ran.push('second'), []) },
  ]);
  expect(ran).toEqual(['second']);
  expect(isOk).toBe(false);
});

test('a failed step that ran no test counts as one failure', async () => {
  await runSteps(folder, [
    { name: 'lint', command: node('process.exit(1)') },
    { name: 'layers', check: () => ['one complaint', 'another'] },
    { name: 'gone', command: ['/no/such/program'] },
  ]);
  expect(sumOfCounts(counts)).toEqual({ passed: 0, failed: 3 });
});

test('the failures that a step counted itself are not counted again', async () => {
  const check = () => {
    leaveCounts({ passed: 5, failed: 2 });
    return ['2 tests failed'];
  };
  await runSteps(folder, [{ name: 'tests', check }]);
  expect(sumOfCounts(counts)).toEqual({ passed: 5, failed: 2 });
});

test('what failed is told again, in its order, with the beginning of why', async () => {
  const complaint = complaintOf('a.test.ts › holds', ['\u001b[31mexpected 1\u001b[39m\nto be 2']);
  const check = () => {
    leaveCounts({ passed: 5, failed: 1, complaints: [complaint] });
    return ['1 test failed'];
  };
  await runSteps(folder, [
    { name: 'tests', check },
    { name: 'lint', command: node('process.exit(1)') },
  ]);
  expect(complaintsIn(counts)).toEqual(['a.test.ts › holds\n    expected 1\n    to be 2', 'lint']);
});

test('a step is not run when the one it needs has failed', async () => {
  const ran = [];
  const isOk = await runSteps(folder, [
    { name: 'browser', check: () => ['no Chromium'] },
    { name: 'journeys', needs: ['browser'], check: () => (ran.push('journeys'), []) },
  ]);
  expect(ran).toEqual([]);
  expect(isOk).toBe(false);
});

test('without a failure all is well', async () => {
  expect(await runSteps(folder, [{ name: 'fine', command: node('') }])).toBe(true);
  expect(sumOfCounts(counts)).toEqual({ passed: 0, failed: 0 });
});
