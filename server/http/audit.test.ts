import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { FAILED_COMMAND_HEADER } from '#contract/failed-command.ts';
import { actorOfUser } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import { aStoredUser } from '../testing/stored-records.ts';
import { auditRequests, addAuditFacts } from './audit.ts';
import { openTestHttp } from './http.test-tools.ts';

type Entry = Omit<AuditEntry, 'id'>;

/** Opens an app that collects its audit entries. Every request has Anna's session unless it asks for none. */
function openAudited({ downloads = true, scope = '/homes/anna' } = {}) {
  const app = openTestHttp();
  const entries: Entry[] = [];
  auditRequests(app, { record: (entry) => void entries.push(entry) }, { downloads });
  app.decorateRequest('session', undefined);
  const stored = {
    ...aStoredUser({ scope }),
    id: 1,
    createdAt: 0,
    updatedAt: 0,
    lastSeenAt: undefined,
  };
  const actor = actorOfUser(stored, { globalRules: [], protectedPaths: [] });
  if (actor === undefined) throw new Error('a bad scope');
  const claims = { sid: '', iat: 0, exp: 0 };
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['x-nobody'] === undefined) {
      request.session = { actor, user: stored, sessionIdHash: '', claims };
    }
    done();
  });
  return { app, entries };
}

const access = 'open';
const nobody = { 'x-nobody': '1' };

describe('a route that can change something', () => {
  test('must declare its audit entry, or the server does not start', () => {
    const { app } = openAudited();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      expect(() => app.route({ method, url: '/a', config: { access }, handler: () => '' })).toThrow(
        `${method} /a does not declare`,
      );
    }
    app.get('/a', { config: { access } }, () => '');
    app.post('/nothing', { config: { access, audit: 'nothing' } }, () => '');
  });

  test('that declares no entry stores none', async () => {
    const { app, entries } = openAudited();
    app.post('/nothing', { config: { access, audit: 'nothing' } }, () => '');
    await app.inject({ method: 'POST', url: '/nothing' });
    expect(entries).toEqual([]);
  });
});

describe('an entry', () => {
  test('contains user, action, path, client address and status', async () => {
    const { app, entries } = openAudited();
    app.delete('/files/*', { config: { access, audit: 'delete' } }, () => '');
    const before = Date.now();
    await app.inject({ method: 'DELETE', url: '/files/docs/a%20b.txt' });
    expect(entries).toEqual([
      {
        at: expect.any(Number) as number,
        act: 'delete',
        username: 'anna',
        address: '127.0.0.1',
        about: '/homes/anna/docs/a b.txt',
        status: 200,
      },
    ]);
    expect(entries[0]?.at).toBeGreaterThanOrEqual(before);
  });

  test('contains the facts of the handler, and is omitted if another entry covers the operation', async () => {
    const { app, entries } = openAudited();
    app.post('/copy/*', { config: { access, audit: () => 'copy' } }, (request) => {
      addAuditFacts(request, { destination: '/to' });
      addAuditFacts(request, { about: '/from' });
      return '';
    });
    app.post('/part', { config: { access, audit: 'upload' } }, (request) => {
      addAuditFacts(request, { recordsFailuresOnly: true });
      return '';
    });
    await app.inject({ method: 'POST', url: '/copy/x' });
    await app.inject({ method: 'POST', url: '/part' });
    expect(entries).toMatchObject([{ act: 'copy', about: '/from', destination: '/to' }]);
    expect(entries[0]).not.toHaveProperty('recordsFailuresOnly');
  });

  test('about an invalid path has no path', async () => {
    const { app, entries } = openAudited();
    app.delete('/files/*', { config: { access, audit: 'delete' } }, () => {
      throw new AppError('forbidden', 'no');
    });
    await app.inject({ method: 'DELETE', url: `/files/${'x'.repeat(300)}` });
    expect(entries).toMatchObject([{ about: '', status: 403 }]);
  });
});

describe('a failed request', () => {
  const codes = [
    'forbidden',
    'not-authenticated',
    'not-found',
    'already-exists',
    'invalid-request',
    'too-many-requests',
    'storage-failed',
  ] as const;

  async function kept(act: 'delete' | 'sign-in', headers: Record<string, string>) {
    const { app, entries } = openAudited();
    app.post('/do/:code', { config: { access, audit: act } }, (request) => {
      addAuditFacts(request, act === 'sign-in' ? { username: 'given' } : {});
      const { code } = request.params as { code: (typeof codes)[number] };
      throw new AppError(code, 'no');
    });
    for (const code of codes) await app.inject({ method: 'POST', url: `/do/${code}`, headers });
    return entries.map(({ status }) => status);
  }

  test('is recorded when a user was refused or the server failed, but not for an invalid request', async () => {
    expect(await kept('delete', {})).toEqual([403, 500]);
  });

  test('without a session is recorded when the server failed, or when a login was refused', async () => {
    expect(await kept('delete', nobody)).toEqual([500]);
    expect(await kept('sign-in', nobody)).toEqual([403, 401, 429, 500]);
  });

  test('is recorded even if another entry covers its success', async () => {
    const { app, entries } = openAudited();
    app.post('/part', { config: { access, audit: 'upload' } }, (request) => {
      addAuditFacts(request, { recordsFailuresOnly: true });
      throw new AppError('forbidden', 'no');
    });
    await app.inject({ method: 'POST', url: '/part' });
    expect(entries).toMatchObject([{ act: 'upload', status: 403 }]);
  });

  test('because of an event hook names the hook; after an "after" hook, the operation is done', async () => {
    const { app, entries } = openAudited();
    app.post('/do/:trigger', { config: { access, audit: 'delete' } }, (request, reply) => {
      const { trigger } = request.params as { trigger: string };
      return reply.status(500).header(FAILED_COMMAND_HEADER, trigger).send('');
    });
    for (const trigger of ['before_delete', 'after_delete', 'unknown']) {
      await app.inject({ method: 'POST', url: `/do/${trigger}` });
    }
    expect(entries).toMatchObject([
      { status: 500, failedCommand: 'before_delete' },
      { status: 200, failedCommand: 'after_delete' },
      { status: 500 },
    ]);
    expect(entries[2]).not.toHaveProperty('failedCommand');
  });
});

test('downloads of users are recorded if configured, those of visitors never', async () => {
  for (const downloads of [true, false]) {
    const { app, entries } = openAudited({ downloads });
    app.get('/raw/*', { config: { access } }, (request) => {
      request.auditDownload();
      request.auditDownload('/docs/other.txt');
      return '';
    });
    await app.inject('/raw/docs/a.txt');
    await app.inject({ url: '/raw/docs/a.txt', headers: nobody });
    const about = ['/homes/anna/docs/a.txt', '/homes/anna/docs/other.txt'];
    expect(entries.map((entry) => entry.about)).toEqual(downloads ? about : []);
  }
});
