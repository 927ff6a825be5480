import type { AuditPage } from '#contract/audit.ts';
import type { ListedSession } from '#contract/sessions.ts';
import { expect, test } from 'vitest';
import { PASSWORD, startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

async function logIn(app: TestApp, device: string): Promise<Client> {
  const body = JSON.stringify({ username: 'anna', password: PASSWORD });
  const reply = await app.visitor.post('/api/login', { body, headers: { 'user-agent': device } });
  expect(reply.status).toBe(200);
  return app.client(reply.text);
}

test('a user has at most 100 sessions, and a program that always logs in does not end those of browsers', async () => {
  await using app = await startTestApp();
  await app.logIn({ username: 'anna' });
  const browser = await logIn(app, 'Browser/1.0');
  const first = await logIn(app, 'script');
  let last = first;
  for (let index = 0; index < 110; index += 1) {
    last = await logIn(app, 'script');
    await last.get('/api/resources/');
  }

  const listed = (await browser.get('/api/sessions')).json<ListedSession[]>();
  expect(listed).toHaveLength(100);
  expect(listed.find(({ current }) => current)?.device).toBe('Browser/1.0');
  expect((await last.get('/api/resources/')).status).toBe(200);
  expect((await first.get('/api/resources/')).status).toBe(401);
});

test('a session in use is not ended by many logins of the same client', async () => {
  await using app = await startTestApp();
  await app.logIn({ username: 'anna' });
  const inUse = await logIn(app, 'script');
  for (let index = 0; index < 110; index += 1) {
    await logIn(app, 'script');
    expect((await inUse.get('/api/resources/')).status).toBe(200);
  }
});

test('ending a session by its id is recorded with the user whose session it was', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn({ username: 'anna' });
  const perm = { ...aStoredUser().perm, admin: true };
  const admin = await app.logIn({ username: 'root', perm });
  const [session] = (await anna.get('/api/sessions')).json<ListedSession[]>();
  expect((await admin.delete(`/api/sessions/${session?.id}`)).status).toBe(200);
  const { entries } = (await admin.get('/api/audit?what=session-end')).json<AuditPage>();
  expect(entries).toEqual([expect.objectContaining({ username: 'root', about: 'anna' })]);
});
