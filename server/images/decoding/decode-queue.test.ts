import { expect, test } from 'vitest';
import { DecodeQueue } from './decode-queue.ts';

const signal = new AbortController().signal;
const settle = () => new Promise<void>((done) => setImmediate(done));

/** Takes a slot, records its name, and returns a function that frees the slot. */
function asker(queue: DecodeQueue, begun: string[]) {
  return (name: string, user: number, { weight = 1, by = signal } = {}) => {
    const entered = queue.enter({ account: `user ${user}`, weight, signal: by }).then((leave) => {
      begun.push(name);
      return leave;
    });
    entered.catch(() => undefined);
    return entered;
  };
}

test('of one user, the newest that waits is next: it is what they look at now', async () => {
  const begun: string[] = [];
  const ask = asker(new DecodeQueue({ atOnce: 1, budget: 10, waitingOfOne: 9 }), begun);
  const first = await ask('first', 1);
  const [old, , newest] = [ask('old', 1), ask('older', 1), ask('newest', 1)];
  first();
  (await newest)();
  await settle();
  expect(begun).toEqual(['first', 'newest', 'older']);
  void old;
});

test('whoever has the least under way is next, whatever another one asks for', async () => {
  const begun: string[] = [];
  const ask = asker(new DecodeQueue({ atOnce: 2, budget: 10, waitingOfOne: 9 }), begun);
  const first = await ask('a1', 1);
  await ask('a2', 1);
  void ask('a3', 1);
  void ask('b1', 2);
  void ask('a4', 1);
  first();
  await settle();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
});

test('together they weigh no more than the budget; what is heavier runs alone, and is not overtaken', async () => {
  const begun: string[] = [];
  const ask = asker(new DecodeQueue({ atOnce: 8, budget: 10, waitingOfOne: 9 }), begun);
  const six = await ask('six', 1, { weight: 6 });
  const heavy = ask('heavy', 2, { weight: 50 });
  void ask('light', 3, { weight: 1 });
  await settle();
  expect(begun).toEqual(['six']);
  six();
  const leave = await heavy;
  await settle();
  expect(begun).toEqual(['six', 'heavy']);
  leave();
  await settle();
  expect(begun).toEqual(['six', 'heavy', 'light']);
});

test('whoever has nothing under way begins at once where there is room, though another one’s heavy picture waits', async () => {
  const begun: string[] = [];
  const ask = asker(new DecodeQueue({ atOnce: 2, budget: 10, waitingOfOne: 9 }), begun);
  await ask('a1', 1, { weight: 6 });
  void ask('a2', 1, { weight: 6 });
  void ask('b1', 2, { weight: 1 });
  await settle();
  expect(begun).toEqual(['a1', 'b1']);
});

test('who leaves gives the place in the queue back, also for those behind', async () => {
  const begun: string[] = [];
  const ask = asker(new DecodeQueue({ atOnce: 2, budget: 10, waitingOfOne: 9 }), begun);
  await ask('six', 1, { weight: 6 });
  const left = new AbortController();
  const heavy = ask('heavy', 2, { weight: 50, by: left.signal });
  void ask('light', 3, { weight: 1 });
  left.abort(new Error('gone'));
  await expect(heavy).rejects.toThrow('gone');
  await settle();
  expect(begun).toEqual(['six', 'light']);
});

test('beyond what one user may have waiting, they are turned away', async () => {
  const ask = asker(new DecodeQueue({ atOnce: 1, budget: 10, waitingOfOne: 1 }), []);
  await ask('runs', 1);
  void ask('waits', 1);
  await expect(ask('too much', 1)).rejects.toThrow('too many previews');
});
