import { expect, test } from 'vitest';
import { createAttemptThrottle, SHARE_ATTEMPT_LIMITS } from '../../access/attempt-throttle.ts';
import { hashPassword } from '../../access/passwords.ts';
import { startTestApp } from '../../testing/app.ts';
import { shareOf } from '../../testing/shares.ts';
import { SharePasswords } from './share-password.ts';

test('a user who creates hundreds of shares with passwords does not delay logins', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'a' } });
  const anna = await app.logIn({ username: 'anna' });
  const making = Array.from({ length: 200 }, () =>
    anna.post('/api/share/a.txt', { body: JSON.stringify({ password: 'secret' }) }),
  );
  const bob = await app.logIn({ username: 'bob' });

  expect((await bob.get('/api/resources/')).status).toBe(200);
  const statuses = (await Promise.all(making)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(32);
});

test('guesses at many shares from many addresses do not delay logins', async () => {
  const trust = { proxies: ['127.0.0.1'], allowedOrigins: [], allowRemoteNoauth: false };
  await using app = await startTestApp({ files: { '/a.txt': 'a' }, config: { trust } });
  const anna = await app.logIn({ username: 'anna' });
  const hashes: string[] = [];
  for (let link = 0; link < 20; link += 1) {
    hashes.push((await shareOf(anna, '/a.txt', { password: 'secret' })).hash);
  }
  const guesses = Array.from({ length: 200 }, (_, guess) =>
    app.visitor.get(`/api/public/dl/${hashes[guess % 20]}`, {
      headers: { 'x-share-password': `${guess}`, 'x-forwarded-for': `192.0.2.${guess}` },
    }),
  );
  const bob = await app.logIn({ username: 'bob' });

  expect((await bob.get('/api/resources/')).status).toBe(200);
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
});

test('passwords that are not checked during a flood do not count as wrong ones', async () => {
  const passwords = new SharePasswords(createAttemptThrottle(() => 0, SHARE_ATTEMPT_LIMITS));
  const passwordHash = await hashPassword('right');
  const attempt = (hash: string, address: string, sent: string) =>
    passwords.isRight({
      subject: { hash, passwordHash },
      address,
      sent,
      onWrong: () => undefined,
    });
  const flood = Promise.allSettled(
    Array.from({ length: 80 }, (_, guess) => attempt(`${guess}`, `10.${guess}.0.1`, 'wrong')),
  );
  for (let call = 0; call < 30; call += 1)
    await expect(attempt('plan', '192.0.2.1', 'right')).rejects.toThrow('too many share passwords');
  await flood;
  expect(await attempt('plan', '192.0.2.1', 'right')).toBe(true);
});
