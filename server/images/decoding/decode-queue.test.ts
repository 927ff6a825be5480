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

test('the newest image of a user is next, because the page shows it now', async () => {
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

test('the account with the least running work is next, however many another one requests', async () => {
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

test('concurrent work stays within the budget; heavier work runs alone, and is not overtaken', async () => {
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

test('an account without running work begins at once if there is space, although a heavy image of another one waits', async () => {
  const begun: string[] = [];
  const ask = asker(new DecodeQueue({ atOnce: 2, budget: 10, waitingOfOne: 9 }), begun);
  await ask('a1', 1, { weight: 6 });
  void ask('a2', 1, { weight: 6 });
  void ask('b1', 2, { weight: 1 });
  await settle();
  expect(begun).toEqual(['a1', 'b1']);
});

test('cancelling frees the position in the queue, also for later ones', async () => {
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

test('further images of one account are refused beyond the limit', async () => {
  const ask = asker(new DecodeQueue({ atOnce: 1, budget: 10, waitingOfOne: 1 }), []);
  await ask('runs', 1);
  void ask('waits', 1);
  await expect(ask('too much', 1)).rejects.toThrow('too many previews');
});
