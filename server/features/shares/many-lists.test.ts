import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { idleReadersOf } from '../../testing/idle-reader.ts';
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

test('clients that do not read a long list of shares do not delay their user', async () => {
  const path = `${`/${'long name '.repeat(20)}`.repeat(15)}.txt`;
  await using app = await startTestApp({ files: { [path]: 'a' } });
  const beginReading = idleReadersOf(app);
  const anna = await app.logIn();
  // The list is larger than the buffers of a Unix socket.
  for (let share = 0; share < 120; share += 1) await shareOf(anna, encodeURI(path));

  expect(await beginReading('/api/shares', anna.token)).toBe(200);
  expect(await sharesSeen(anna)).toHaveLength(120);
});
