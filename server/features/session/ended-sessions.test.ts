import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PASSWORD, startTestApp } from '../../testing/app.ts';

test('a login removes expired sessions', async () => {
  await using app = await startTestApp({
    config: { sessions: { idleMs: 20, maxAgeMs: 60_000 } },
  });
  await app.addUser({ username: 'anna' });
  const body = JSON.stringify({ username: 'anna', password: PASSWORD });

  await app.visitor.post('/api/login', { body });
  await app.visitor.post('/api/login', { body });
  await delay(30);
  await app.visitor.post('/api/login', { body });

  const stored = await app.db.read.selectFrom('session').select('idHash').execute();
  expect(stored).toHaveLength(1);
});
