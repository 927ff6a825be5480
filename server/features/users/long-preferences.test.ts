import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';

test.each([
  ['too long for a token', 'x'.repeat(65)],
  ['a NUL, which no database takes', 'd\0e'],
  ['half a character', '\ud800'],
])('a preference that would lock its user out is refused: %s', async (_what, locale) => {
  await using app = await startTestApp();
  const who = await app.logIn({ username: 'anna' });
  const { id } = await app.db.read
    .selectFrom('user')
    .select('id')
    .where('username', '=', 'anna')
    .executeTakeFirstOrThrow();
  const body = JSON.stringify({ what: 'user', which: ['locale'], data: { locale } });

  expect((await who.put(`/api/users/${id}`, { body })).status).toBe(400);

  expect((await who.post('/api/renew')).status).toBe(200);
});
