import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { complaintOf, complaintsIn, addCounts, sumOfCounts } from './counts.mjs';
import { runSteps } from './steps.mjs';

let folder;
let counts;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steps-'));
  counts = join(folder, 'counts');
  // The run that this test is part of also counts, in another file.
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
  expect(sumOfCounts(counts)).toEqual({ passed: 0, failed: 3, skipped: 0 });
});

test('the failures that a step counted itself are not counted again', async () => {
  const check = () => {
    addCounts({ passed: 5, failed: 2 });
    return ['2 tests failed'];
  };
  await runSteps(folder, [{ name: 'tests', check }]);
  expect(sumOfCounts(counts)).toEqual({ passed: 5, failed: 2, skipped: 0 });
});

test('complaints are kept in order, with the first lines of the reason', async () => {
  const complaint = complaintOf('a.test.ts › holds', ['\u001b[31mexpected 1\u001b[39m\nto be 2']);
  const check = () => {
    addCounts({ passed: 5, failed: 1, complaints: [complaint] });
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

test('a step with a reason to skip it is not run, nor is one that needs it, and nothing has failed', async () => {
  const ran = [];
  const isOk = await runSteps(folder, [
    { name: 'browser', skip: () => 'missing: Chromium', check: () => (ran.push('browser'), []) },
    { name: 'browser tests', needs: ['browser'], check: () => (ran.push('browser tests'), []) },
  ]);
  expect(ran).toEqual([]);
  expect(isOk).toBe(true);
  expect(printed()).toContain('browser: skipped: missing: Chromium');
  expect(sumOfCounts(counts)).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

test('parallel steps run two at a time, and the next step waits for all of them', async () => {
  const events = [];
  let running = 0;
  const step = (name) => {
    return {
      name,
      parallel: true,
      check: async () => {
        running += 1;
        events.push(running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return [];
      },
    };
  };
  const last = { name: 'last', check: () => (events.push(`last: ${running}`), []) };
  await runSteps(folder, [step('a'), step('b'), step('c'), last]);
  expect(Math.max(...events.slice(0, 3))).toBe(2);
  expect(events.at(-1)).toBe('last: 0');
});

test('the output of a parallel command is printed below its name, and its failure counts once', async () => {
  await runSteps(folder, [
    { name: 'lint', parallel: true, command: node('console.log("bad line"); process.exit(1)') },
    { name: 'types', parallel: true, command: node('console.log("fine")') },
  ]);
  const lines = printed().split('\n');
  expect(lines[lines.indexOf('── lint') + 1]).toBe('bad line');
  expect(lines[lines.indexOf('── types') + 1]).toBe('fine');
  expect(sumOfCounts(counts)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('the run ends with a table of the steps, their results and durations', async () => {
  await runSteps(folder, [
    { name: 'lint', command: node('process.exit(1)') },
    { name: 'types', check: () => [] },
  ]);
  expect(printed()).toMatch(/\nlint {3}FAILED {3} +\d+\.\d s\ntypes {2}ok {7} +\d+\.\d s$/);
});

test('without a failure all is well', async () => {
  expect(await runSteps(folder, [{ name: 'fine', command: node('') }])).toBe(true);
  expect(sumOfCounts(counts)).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

function printed() {
  return vi
    .mocked(console.log)
    .mock.calls.map(([line]) => line)
    .join('\n');
}
