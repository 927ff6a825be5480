import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { shareOf, sharesSeen } from '../../testing/shares.ts';

test('many requests of a user for a long list of shares delay only that user', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'a' } });
  const anna = await app.logIn({ username: 'anna' });
  const bob = await app.logIn({ username: 'bob' });
  for (let link = 0; link < 200; link += 1) await shareOf(anna, '/a.txt');
  const asking = Array.from({ length: 150 }, () => anna.get('/api/shares'));

  expect(await sharesSeen(bob)).toEqual([]);
  const statuses = (await Promise.all(asking)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(50);
});
