import { expect, test } from 'vitest';
import { FairGate, type Leave } from './fair-gate.ts';

const ANNA = 1;
const BOB = 2;
const staying = new AbortController().signal;
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Who has been let in, in this order, and how each leaves. */
function entering(gate: FairGate) {
  const inside: string[] = [];
  const leaves = new Map<string, Leave>();
  const enter = async (user: number, name: string, signal = staying): Promise<boolean> => {
    const leave = await gate.enter(`user ${user}`, signal);
    if (leave === undefined) return false;
    inside.push(name);
    leaves.set(name, leave);
    return true;
  };
  const leave = (name: string): Promise<void> => {
    leaves.get(name)?.();
    return settled();
  };
  return { inside, enter, leave };
}

test('whatever one user asks for, there is room for another one', async () => {
  const { inside, enter } = entering(new FairGate({ atOnce: 3, ofOne: 2, waitingOfOne: 2 }));
  const annas = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => enter(ANNA, name));
  await enter(BOB, 'b1');

  expect(inside).toEqual(['a1', 'a2', 'b1']);
  expect(await annas[4]).toBe(false);
});

test('who has less under way comes before who has waited longer', async () => {
  const { inside, enter, leave } = entering(new FairGate({ atOnce: 3, ofOne: 3, waitingOfOne: 9 }));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void enter(ANNA, name);
  for (const name of ['b1', 'b2']) void enter(BOB, name);
  await settled();

  await leave('a1');
  await leave('a2');
  expect(inside).toEqual(['a1', 'a2', 'a3', 'b1', 'a4']);
  await leave('a3');
  await leave('b1');
  expect(inside).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'a5', 'b2']);
});

test('leaving twice makes one place, and who has gone while waiting takes none', async () => {
  const { inside, enter, leave } = entering(new FairGate({ atOnce: 1, ofOne: 1, waitingOfOne: 9 }));
  await enter(ANNA, 'a1');
  const gone = new AbortController();
  const given = enter(ANNA, 'gone', gone.signal);
  const waiting = [enter(ANNA, 'a2'), enter(BOB, 'b1')];
  gone.abort(new Error('has left'));
  await expect(given).rejects.toThrow('has left');

  await leave('a1');
  await leave('a1');
  expect(inside).toEqual(['a1', 'a2']);
  await leave('a2');
  await Promise.all(waiting);
  expect(inside).toEqual(['a1', 'a2', 'b1']);
  await leave('b1');
  expect(await enter(ANNA, 'again')).toBe(true);
});
