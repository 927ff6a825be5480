import { ROOT } from '#contract/paths.ts';
import { expect, test } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { RunningOperation } from '../../operations/running-operation.ts';
import { UndoSteps } from './undo-steps.ts';

const NEVER = new AbortController().signal;

function anUndo(count: number) {
  // Nothing here asks for the actor.
  const actor = {} as Actor;
  const begun = { actor, kind: 'undo', from: ROOT, to: undefined, options: {}, key: undefined };
  const running = new RunningOperation({ ...begun, kind: 'undo' }, 'key');
  return { running, steps: new UndoSteps(running.control(NEVER), count) };
}

test('a single step that is cancelled before it changes anything has kept nothing', async () => {
  const { running, steps } = anUndo(1);
  const cancelled = new Error('cancelled');
  const step = steps.take('/a', (control) => {
    control.reportProgress({ entries: 500, bytes: 1_000 });
    expect(running.progress).toMatchObject({ entries: 500, bytes: 1_000 });
    return Promise.reject(cancelled);
  });
  await expect(step).rejects.toBe(cancelled);
  expect(running.kept).toBe(0);
});

test('a single step that fails after its first half has kept what that has changed', async () => {
  const { running, steps } = anUndo(1);
  const failed = new Error('the disk does not answer');
  const step = steps.take('/a', (control) => {
    control.reportProgress({ entries: 1, bytes: 0, kept: 1 });
    return Promise.reject(failed);
  });
  await expect(step).rejects.toBe(failed);
  expect(running.kept).toBe(1);
});

test('a cancelled undo of several operations has kept those that are undone, without those that are refused', async () => {
  const { running, steps } = anUndo(5);
  await steps.take('/a', () => Promise.resolve(undefined));
  await steps.take('/b', () => Promise.resolve('taken'));
  await steps.take('/c', () => Promise.resolve(undefined));
  const cancelled = new Error('cancelled');
  running.cancel(cancelled, { midway: true });
  await expect(steps.take('/d', () => Promise.resolve(undefined))).rejects.toBe(cancelled);
  expect(running.progress).toMatchObject({ entries: 3, totalEntries: 5 });
  expect(running.kept).toBe(2);
});

test('the operation that is being undone is named while it is undone', async () => {
  const { running, steps } = anUndo(2);
  await steps.take('/docs/a', () => {
    expect(running.current).toBe('/docs/a');
    return Promise.resolve(undefined);
  });
});
