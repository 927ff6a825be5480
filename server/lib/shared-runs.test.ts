import { expect, test } from 'vitest';
import { SharedRuns } from './shared-runs.ts';

interface Step {
  end(): void;
  fail(): void;
}

/** Runs that end when the test says so. */
function controlledRuns() {
  const steps: Step[] = [];
  const runs = new SharedRuns(
    () =>
      new Promise((resolve, reject) => {
        steps.push({ end: resolve, fail: () => reject(new Error('disk failed')) });
      }),
  );
  return { runs, steps };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('callers that arrive during a run share the next one, and none joins a run that began before its call', async () => {
  const { runs, steps } = controlledRuns();
  const ended: string[] = [];
  const first = runs.join().then(() => ended.push('first'));
  const others = ['second', 'third'].map((name) => runs.join().then(() => ended.push(name)));
  expect(steps).toHaveLength(1);

  steps[0]?.end();
  await first;
  await turn();
  expect([ended, steps.length]).toEqual([['first'], 2]);
  const last = runs.join().then(() => ended.push('last'));
  steps[1]?.end();
  await Promise.all(others);
  await turn();
  expect([ended, steps.length]).toEqual([['first', 'second', 'third'], 3]);
  steps[2]?.end();
  await last;
  await runs.idle();
});

test('a run that fails rejects its own callers only', async () => {
  const { runs, steps } = controlledRuns();
  const both = Promise.allSettled([runs.join(), runs.join()]);
  steps[0]?.fail();
  await turn();
  steps[1]?.end();
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('a caller that joins as soon as a run has ended gets a run', async () => {
  const { runs, steps } = controlledRuns();
  const first = runs.join();
  const second = first.then(() => runs.join());
  steps[0]?.end();
  await first;
  await turn();
  expect(steps).toHaveLength(2);
  steps[1]?.end();
  await second;
});
