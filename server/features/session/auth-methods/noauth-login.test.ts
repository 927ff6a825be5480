import { expect, test } from 'vitest';
import type { Config } from '../../../config/config.ts';
import { startTestApp } from '../../../testing/app.ts';

const OPEN_TO_ALL: Config['listen'] = {
  kind: 'tcp',
  address: '',
  port: 0,
  morePorts: [],
  tls: undefined,
};

test('is refused if it is selected while other machines have access', async () => {
  await using app = await startTestApp({
    settings: { authMethod: 'noauth' },
    config: { listen: OPEN_TO_ALL },
  });
  expect((await app.visitor.post('/api/login')).text).toBe('403 Forbidden\n');
});

test('gives access from other machines once that is explicitly allowed', async () => {
  await using app = await startTestApp({
    settings: { authMethod: 'noauth' },
    config: {
      listen: OPEN_TO_ALL,
      trust: { proxies: [], allowedOrigins: [], allowRemoteNoauth: true },
    },
  });
  const reply = await app.visitor.post('/api/login');
  expect(reply.status).toBe(200);
  // Every visit logs in here, and must not make browsers load everything again.
  expect(reply.headers['clear-site-data']).toBeUndefined();
});

test.each([
  ['127.0.0.1:8080', [], [], 200],
  ['[::1]:8080', [], [], 200],
  ['localhost', [], [], 200],
  ['files.localhost:8080', [], [], 200],
  ['page.of.a.stranger.test', [], [], 403],
  ['127.0.0.1.stranger.test:8080', [], [], 403],
  ['not a name', [], [], 403],
  ['files.example.test', ['https://files.example.test'], [], 200],
  ['files.example.test', [], ['127.0.0.1'], 200],
])(
  'refuses a page whose host name leads to this machine: %s',
  async (host, allowedOrigins, proxies, status) => {
    await using app = await startTestApp({
      settings: { authMethod: 'noauth' },
      config: { trust: { proxies, allowedOrigins, allowRemoteNoauth: false } },
    });
    await app.addUser();

    const reply = await app.visitor.post('/api/login', { headers: { host } });

    expect(reply.status).toBe(status);
  },
);

test('is refused without any user', async () => {
  await using app = await startTestApp({ settings: { authMethod: 'noauth' } });
  await app.db.write((tx) => tx.deleteFrom('user').execute());
  expect((await app.visitor.post('/api/login')).text).toBe('403 Forbidden\n');
});
