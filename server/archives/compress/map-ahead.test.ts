import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapAhead } from './map-ahead.ts';

async function* numbers(to: number, seen: number[] = []): AsyncGenerator<number> {
  for (let each = 0; each < to; each += 1) {
    seen.push(each);
    yield each;
  }
}

test('yields results in order, with a limited number in progress', async () => {
  let inWork = 0;
  let most = 0;
  const results: number[] = [];
  const work = async (each: number): Promise<number> => {
    inWork += 1;
    most = Math.max(most, inWork);
    await delay(each % 3 === 0 ? 5 : 0);
    inWork -= 1;
    return each;
  };
  for await (const result of mapAhead(numbers(20), 4, work)) results.push(result);
  expect(results).toEqual(Array.from({ length: 20 }, (_, each) => each));
  expect(most).toBe(4);
});

test('throws a failure in its turn, and begins no further work', async () => {
  const seen: number[] = [];
  const results: number[] = [];
  const work = async (each: number): Promise<number> => {
    await turn();
    if (each === 2) throw new Error('no luck');
    return each;
  };
  const all = (async () => {
    for await (const result of mapAhead(numbers(100, seen), 3, work)) results.push(result);
  })();
  await expect(all).rejects.toThrow('no luck');
  expect(results).toEqual([0, 1]);
  expect(seen.length).toBeLessThan(6);
});

test('waits for running work when the consumer leaves early', async () => {
  let done = 0;
  const work = async (): Promise<void> => {
    await delay(5);
    done += 1;
  };
  for await (const _ of mapAhead(numbers(100), 3, work)) break;
  const doneAtTheEnd = done;
  await delay(20);
  expect(done).toBe(doneAtTheEnd);
});
