import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';

const COUNT = 60;
const textOf = (index: number) => `${String(index).padStart(3, '0')}\n`.repeat(20_000);
const pathOf = (index: number) => `/${index}.txt`;

test('small files that are downloaded at the same time, again and again, come with their own contents', async () => {
  const indexes = Array.from({ length: COUNT }, (_, index) => index);
  const files = Object.fromEntries(indexes.map((index) => [pathOf(index), textOf(index)]));
  await using app = await startTestApp({ files });
  const anna = await app.logIn();
  for (let round = 0; round < 3; round += 1) {
    const replies = await Promise.all(
      indexes.map((index) => anna.get(`/api/raw${pathOf((index * 7) % COUNT)}`)),
    );
    const wrong = indexes.filter((index) => replies[index]?.text !== textOf((index * 7) % COUNT));
    expect(wrong).toEqual([]);
  }
});
