import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { DeviceCalls } from './device-calls.ts';

const LONG = { deadlineMs: 60_000 };

/** Work that ends when the test says so, at the latest with it: calls left behind would fail at their deadlines in a later test. */
function heldWork() {
  const begun: (() => void)[] = [];
  const work = () => new Promise<string>((done) => begun.push(() => done('done')));
  const endAll = async () => {
    while (begun.length > 0) {
      begun.shift()?.();
      await turn();
    }
  };
  onTestFinished(endAll);
  return { begun, work, endAll };
}

const at = <Value>(list: readonly Value[], index: number): Value => {
  const value = list[index];
  if (value === undefined) throw new Error(`there is no number ${index}`);
  return value;
};

test('a device that hangs gets only some of the threads, and others go on', async () => {
  const calls = new DeviceCalls(32);
  const { begun, work, endAll } = heldWork();
  const stuck = Array.from({ length: 20 }, () => calls.run('dead', work, LONG));
  expect(begun).toHaveLength(8);
  expect(await calls.run('well', async () => 'well', LONG)).toBe('well');

  await endAll();
  expect(await Promise.all(stuck)).toEqual(Array.from({ length: 20 }, () => 'done'));
});

test('however many devices hang, some threads are left', async () => {
  const calls = new DeviceCalls(32);
  const { begun, work } = heldWork();
  for (let device = 0; device < 40; device += 1) {
    for (let call = 0; call < 10; call += 1) void calls.run(`dead ${device}`, work, LONG);
  }
  expect(begun.length).toBeLessThanOrEqual(24);
});

test('the fourth device still gets a turn when three hang', async () => {
  const calls = new DeviceCalls(32);
  const { work } = heldWork();
  for (const device of ['one', 'two', 'three']) {
    for (let call = 0; call < 10; call += 1) void calls.run(device, work, LONG);
  }
  const well = Array.from({ length: 50 }, (_, number) =>
    calls.run('well', async () => number, LONG),
  );
  expect(await Promise.all(well)).toHaveLength(50);
});

test('a call fails at its deadline, and whatever it used is free only when it is over', async () => {
  const calls = new DeviceCalls(32);
  const { begun, work } = heldWork();
  let isFree = false;
  const onEnded = () => {
    isFree = true;
  };
  await expect(calls.run('dead', work, { deadlineMs: 50, onEnded })).rejects.toMatchObject({
    code: 'not-answering',
  });
  expect(isFree).toBe(false);
  at(begun, 0)();
  await expect.poll(() => isFree).toBe(true);
});

test('when all threads of a device are stuck, calls fail at once, and closing is done later', async () => {
  const calls = new DeviceCalls(32);
  const { begun, work } = heldWork();
  const stuck = Array.from({ length: 8 }, () => calls.run('dead', work, { deadlineMs: 50 }));
  await Promise.allSettled(stuck);

  const ended: string[] = [];
  const refused = calls.run('dead', work, { ...LONG, onEnded: () => ended.push('refused') });
  await expect(refused).rejects.toMatchObject({ code: 'not-answering' });
  expect(ended).toEqual(['refused']);

  let isClosed = false;
  const close = async () => {
    isClosed = true;
  };
  await expect(calls.run('dead', close, { ...LONG, mustRun: true })).rejects.toMatchObject({
    code: 'not-answering',
  });
  expect(isClosed).toBe(false);
  at(begun, 0)();
  await expect.poll(() => isClosed).toBe(true);
  expect(await calls.run('dead', async () => 'answers', LONG)).toBe('answers');
});

test('a small pool still serves two devices', async () => {
  const calls = new DeviceCalls(4);
  const { work } = heldWork();
  for (let call = 0; call < 4; call += 1) void calls.run('dead', work, LONG);
  expect(await calls.run('well', async () => 'well', LONG)).toBe('well');
});
