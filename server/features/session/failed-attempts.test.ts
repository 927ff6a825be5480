import { expect, test } from 'vitest';
import { PASSWORD, startTestApp, type TestApp } from '../../testing/app.ts';
import type { Reply } from '../../testing/client.ts';

const BEHIND_PROXY = { proxies: ['127.0.0.1'], allowedOrigins: [], allowRemoteNoauth: false };

function logIn(app: TestApp, username: string, password: string, headers = {}): Promise<Reply> {
  return app.visitor.post('/api/login', { body: JSON.stringify({ username, password }), headers });
}

test('a name that is guessed at too often has to wait, and successes do not count', async () => {
  await using app = await startTestApp();
  await app.addUser();
  await app.addUser({ username: 'bert' });

  for (let success = 0; success < 12; success += 1) {
    expect((await logIn(app, 'anna', PASSWORD)).status).toBe(200);
  }
  const guesses = await Promise.all(Array.from({ length: 12 }, () => logIn(app, 'anna', 'wrong')));
  const refused = guesses.filter(({ status }) => status === 429);
  expect(guesses.filter(({ status }) => status === 403)).toHaveLength(10);
  expect(refused).toHaveLength(2);
  for (const { headers } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30);
  }
  expect((await logIn(app, 'anna', PASSWORD)).status).toBe(429);
  expect((await logIn(app, 'bert', PASSWORD)).status).toBe(200);
});

test('an address with failures at many names has to wait, whatever the next name', async () => {
  await using app = await startTestApp({ config: { trust: BEHIND_PROXY } });
  await app.addUser();
  const from = (address: string) => ({ 'x-forwarded-for': address });

  const guesses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => logIn(app, `name${index}`, 'x', from('203.0.113.9'))),
  );
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5);
  expect((await logIn(app, 'anna', PASSWORD, from('203.0.113.9'))).status).toBe(429);
  expect((await logIn(app, 'anna', PASSWORD, from('203.0.113.10'))).status).toBe(200);
});

test('ten wrong guesses from one address do not lock the right person out elsewhere', async () => {
  await using app = await startTestApp({ config: { trust: BEHIND_PROXY } });
  await app.addUser();
  const from = (address: string) => ({ 'x-forwarded-for': address });
  for (let guess = 0; guess < 12; guess += 1) {
    await logIn(app, 'anna', `wrong ${guess}`, from('203.0.113.9'));
  }
  expect((await logIn(app, 'anna', PASSWORD, from('203.0.113.9'))).status).toBe(429);
  expect((await logIn(app, 'anna', PASSWORD, from('203.0.113.10'))).status).toBe(200);
});

test('forged headers do not bypass the limit without a trusted proxy', async () => {
  await using app = await startTestApp();
  const guesses = await Promise.all(
    Array.from({ length: 17 }, (_, index) =>
      logIn(app, `name${index}`, 'x', { 'x-forwarded-for': `203.0.113.${index}` }),
    ),
  );
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2);
});
