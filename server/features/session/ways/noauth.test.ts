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

test('chosen while the server runs, it lets nobody in where other machines could come, too', async () => {
  await using app = await startTestApp({
    settings: { authMethod: 'noauth' },
    config: { listen: OPEN_TO_ALL },
  });
  expect((await app.visitor.post('/api/login')).text).toBe('403 Forbidden\n');
});

test('everybody is let in from elsewhere once that is allowed by name', async () => {
  await using app = await startTestApp({
    settings: { authMethod: 'noauth' },
    config: {
      listen: OPEN_TO_ALL,
      trust: { proxies: [], allowedOrigins: [], allowRemoteNoauth: true },
    },
  });
  expect((await app.visitor.post('/api/login')).status).toBe(200);
});

test('without any user there is nobody to be', async () => {
  await using app = await startTestApp({ settings: { authMethod: 'noauth' } });
  await app.db.write((tx) => tx.deleteFrom('user').execute());
  expect((await app.visitor.post('/api/login')).text).toBe('403 Forbidden\n');
});
