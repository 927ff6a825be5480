import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { shareOf } from '../../testing/shares.ts';

test('a share works while its file is saved continuously', async () => {
  await using app = await startTestApp({ files: { '/a.txt': '' } });
  const anna = await app.logIn();
  const { hash } = await shareOf(anna, '/a.txt');
  const statuses = new Set<number>();
  let isOver = false;
  const visits = ['share', 'dl'].map(async (call) => {
    while (!isOver) statuses.add((await app.visitor.get(`/api/public/${call}/${hash}`)).status);
  });

  for (let round = 0; round < 30; round += 1) {
    await anna.put('/api/resources/a.txt', { body: `round ${round}` });
  }
  isOver = true;
  await Promise.all(visits);
  expect([...statuses]).toEqual([200]);
});
