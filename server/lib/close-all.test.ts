import { expect, test } from 'vitest';
import { closeAll } from './close-all.ts';

test('closeAll() closes the other parts when some fail, and reports every failure', async () => {
  const closed: string[] = [];
  const reported: [unknown, string][] = [];
  const [first, second] = [new Error('first'), new Error('second')];
  const closing = closeAll(
    [
      ['a', () => void closed.push('a')],
      ['b', () => Promise.reject(first)],
      [
        'c',
        () => {
          throw second;
        },
      ],
      ['d', async () => void closed.push('d')],
    ],
    (error, part) => void reported.push([error, part]),
  );
  await expect(closing).rejects.toMatchObject({ errors: [first, second] });
  expect(closed).toEqual(['a', 'd']);
  expect(reported).toEqual([
    [first, 'b'],
    [second, 'c'],
  ]);
});

test('closeAll() waits for a part before it closes the next', async () => {
  const order: string[] = [];
  await closeAll(
    [
      [
        'slow',
        async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          order.push('slow');
        },
      ],
      ['fast', () => order.push('fast')],
    ],
    () => expect.unreachable(),
  );
  expect(order).toEqual(['slow', 'fast']);
});
