import { expect, test } from 'vitest';
import { insertShare } from '../../metadata/shares.ts';
import { startTestApp } from '../../testing/app.ts';
import { shareOf, sharesSeen } from '../../testing/shares.ts';
import { aShare } from '../../testing/stored-records.ts';

test('the number of active shares of a user is limited', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'a' } });
  const anna = await app.logIn({ username: 'anna' });
  const { hash, userID: userId } = await shareOf(anna, '/a.txt');
  await app.db.write(async (tx) => {
    const copy = await tx.selectFrom('share').selectAll().executeTakeFirstOrThrow();
    for (let first = 1; first < 10_000; first += 1_111) {
      const some = Array.from({ length: 1_111 }, (_, at) => ({
        ...copy,
        hash: `link ${first + at}`,
      }));
      await tx.insertInto('share').values(some).execute();
    }
    await insertShare(tx, aShare({ userId, hash: 'ended', expire: 1 }));
  });
  const bob = await app.logIn({ username: 'bob' });

  const refused = await anna.post('/api/share/a.txt', { body: '{}' });
  expect([refused.status, refused.headers['x-refusal']]).toEqual([400, 'too-many 10000']);
  expect((await shareOf(bob, '/a.txt')).path).toBe('/a.txt');
  expect((await anna.delete(`/api/share/${hash}`)).status).toBe(200);
  expect((await shareOf(anna, '/a.txt')).path).toBe('/a.txt');
  expect(await sharesSeen(anna)).toHaveLength(10_000);
});
