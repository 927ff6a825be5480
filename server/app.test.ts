import fastify from 'fastify';
import { expect, test } from 'vitest';
import { requireDeclaredAccess } from './http/route-access.ts';
import { startTestApp } from './testing/app.ts';

test('a route without declared access keeps the server from starting', () => {
  const app = fastify();
  requireDeclaredAccess(app);
  app.get('/said', { config: { access: 'open' } }, () => 'fine');
  expect(() => app.get('/forgotten', () => 'secret')).toThrow('GET /forgotten');
  expect(() => app.post('/forgotten', { config: {} }, () => 'secret')).toThrow('POST /forgotten');
});

/** All mounted routes, with the response to a client without a session. */
const DOORS: readonly (readonly [method: string, path: string, status: number])[] = [
  ['GET', '/', 200],
  ['GET', '/files/a', 200],
  ['GET', '/health', 200],
  ['GET', '/static/manifest.json', 200],
  ['GET', '/api/openapi.json', 200],
  ['GET', '/api/docs', 200],
  ['GET', '/static/assets/main.js', 200],
  ['POST', '/api/login', 403],
  ['POST', '/api/renew', 401],
  ['POST', '/api/logout', 401],
  ['POST', '/api/signup', 405],
  ['GET', '/api/sessions', 401],
  ['DELETE', '/api/sessions', 401],
  ['DELETE', '/api/sessions/none', 401],
  ['GET', '/api/users', 401],
  ['POST', '/api/users', 401],
  ['GET', '/api/users/1', 401],
  ['PUT', '/api/users/1', 401],
  ['DELETE', '/api/users/1', 401],
  ['GET', '/api/users/1/belongings', 401],
  ['POST', '/api/users/1/invitation', 401],
  ['POST', '/api/invitation', 400],
  ['POST', '/api/invitation/accept', 400],
  ['GET', '/api/users/1/explain', 401],
  ['POST', '/api/rules/try', 401],
  ['GET', '/api/settings', 401],
  ['PUT', '/api/settings', 401],
  ['GET', '/api/settings/logo', 401],
  ['PUT', '/api/settings/logo', 401],
  ['DELETE', '/api/settings/logo', 401],
  ['GET', '/api/resources/a', 401],
  ['POST', '/api/resources/a', 401],
  ['PUT', '/api/resources/a', 401],
  ['PATCH', '/api/resources/a', 401],
  ['DELETE', '/api/resources/a', 401],
  ['GET', '/api/resources/recursive/', 401],
  ['POST', '/api/existing/', 401],
  ['POST', '/api/picture-sizes/', 401],
  ['GET', '/api/operations', 401],
  ['GET', '/api/operations/key', 401],
  ['DELETE', '/api/operations/key', 401],
  ['GET', '/api/jobs', 401],
  ['GET', '/api/jobs/1', 401],
  ['DELETE', '/api/jobs/1', 401],
  ['POST', '/api/jobs/1/pause', 401],
  ['POST', '/api/jobs/1/resume', 401],
  ['POST', '/api/jobs/1/cancel', 401],
  ['POST', '/api/jobs/1/retry', 401],
  ['GET', '/api/events', 401],
  ['GET', '/api/trash', 401],
  ['DELETE', '/api/trash', 401],
  ['GET', '/api/trash/usage', 401],
  ['POST', '/api/trash/possible', 401],
  ['POST', '/api/trash/restore', 401],
  ['POST', '/api/trash/delete', 401],
  ['POST', '/api/trash/1/restore', 401],
  ['DELETE', '/api/trash/1', 401],
  ['GET', '/api/trash/1/resources/', 401],
  ['GET', '/api/trash/1/raw/', 401],
  ['GET', '/api/trash/1/preview/thumb/', 401],
  ['GET', '/api/versions/a', 401],
  ['GET', '/api/version/1/resources/', 401],
  ['GET', '/api/version/1/raw/', 401],
  ['GET', '/api/version/1/preview/thumb/', 401],
  ['POST', '/api/version/1/restore', 401],
  ['DELETE', '/api/version/1', 401],
  ['GET', '/api/history', 401],
  ['POST', '/api/history/undo', 401],
  ['POST', '/api/history/1/undo', 401],
  ['GET', '/api/recent', 401],
  ['POST', '/api/recent/a', 401],
  ['GET', '/api/starred', 401],
  ['PUT', '/api/starred/a', 401],
  ['DELETE', '/api/starred/a', 401],
  ['GET', '/api/raw/a', 401],
  ['POST', '/api/selections', 401],
  ['GET', '/api/totals/', 401],
  ['GET', '/api/metadata/a.jpg', 401],
  ['GET', '/api/pictures/a', 401],
  ['GET', '/api/usage/', 401],
  ['OPTIONS', '/api/tus/a', 204],
  ['POST', '/api/tus/a', 401],
  ['GET', '/api/tus/a', 401],
  ['PATCH', '/api/tus/a', 401],
  ['DELETE', '/api/tus/a', 401],
  ['GET', '/api/command/', 401],
  ['GET', '/api/shares', 401],
  ['GET', '/api/share/a', 401],
  ['POST', '/api/share/a', 401],
  ['DELETE', '/api/share/a', 401],
  ['GET', '/api/links/none/uses', 401],
  ['PATCH', '/api/links/none', 401],
  ['POST', '/api/links/none/adopt', 401],
  ['GET', '/api/audit', 401],
  ['GET', '/api/commands/runs', 401],
  ['POST', '/api/commands/trial', 401],
  ['GET', '/api/public/share/none', 404],
  ['GET', '/api/public/share/none/a', 404],
  ['GET', '/api/public/dl/none', 404],
  ['GET', '/api/public/dl/none/a', 404],
  ['GET', '/api/public/preview/thumb/none', 404],
  ['GET', '/api/public/preview/thumb/none/a', 404],
  ['POST', '/api/public/selections/none', 404],
];

/** Only listings have a path of their own; changes below this path mean an entry of that name. */
const CHANGED_ELSEWHERE = '/api/resources/recursive/';

test('every route has the expected access, and no other route exists', async () => {
  await using app = await startTestApp({ files: { '/a': 'secret' } });
  for (const [method, path, status] of DOORS) {
    const reply = await app.visitor.send(method, path);
    expect([method, path, reply.status]).toEqual([method, path, status]);
    expect(reply.text).not.toContain('secret');
    if (method === 'GET') expect((await app.visitor.head(path)).status).toBe(status);
  }

  const anna = await app.logIn();
  const known = new Set(DOORS.map(([method, path]) => `${method} ${path}`));
  for (const path of new Set(DOORS.map(([, path]) => path))) {
    if (path === '/health' || path === CHANGED_ELSEWHERE) continue;
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
      if (known.has(`${method} ${path}`)) continue;
      const reply = await anna.send(method, path);
      expect([method, path, reply.status]).toEqual([method, path, 405]);
      expect(reply.headers.allow).toBeTruthy();
    }
  }
  expect(await app.filesOnDisk()).toEqual({ '/a': 'secret' });
});

test('every response carries the security headers', async () => {
  await using app = await startTestApp({ files: { '/a': 'x' } });
  const anna = await app.logIn();
  for (const path of [
    '/',
    '/health',
    '/api/resources/',
    '/api/raw/a',
    '/api/raw/none',
    '/api/none',
    '/%zz',
    '/..',
  ]) {
    const { headers } = await anna.get(path);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/default-src '(none|self)'/);
    expect(headers['cache-control']).toMatch(/no-store|private/);
    expect(headers['x-frame-options']).toMatch(/^(?:DENY|SAMEORIGIN)$/);
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  }
});

test('data is readable by pages of this origin only, and no other page can frame it', async () => {
  await using app = await startTestApp({ files: { '/a': 'x' } });
  const anna = await app.logIn();

  for (const path of ['/api/resources/', '/api/users/1', '/api/resources/a']) {
    const { headers } = await anna.get(path);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['x-frame-options']).toBe('DENY');
  }
  expect((await anna.get('/')).headers['x-frame-options']).toBe('SAMEORIGIN');
  expect((await anna.get('/api/raw/a?inline=true')).headers['x-frame-options']).toBe('SAMEORIGIN');
});

test('responses of shares are hidden from search engines and from the Referer of other sites', async () => {
  await using app = await startTestApp({ files: { '/docs/a.txt': 'x', '/docs/b/': '' } });
  const anna = await app.logIn();
  const made = await anna.post('/api/share/docs/', { body: '{}' });
  const { hash } = made.json<{ hash: string }>();

  for (const path of [
    `/api/public/share/${hash}`,
    `/api/public/dl/${hash}/a.txt`,
    `/api/public/dl/${hash}/?algo=tar`,
    `/api/public/dl/${hash}/missing`,
    '/api/public/share/none',
  ]) {
    const { headers } = await app.visitor.get(path);
    expect([path, headers['x-robots-tag'], headers['referrer-policy']]).toEqual([
      path,
      'noindex, nofollow, noarchive',
      'no-referrer',
    ]);
  }
  expect((await anna.get('/api/raw/docs/a.txt')).headers).not.toHaveProperty('x-robots-tag');
});

test('browsers must use HTTPS when a trusted proxy reports it', async () => {
  const trust = { proxies: ['127.0.0.1'], allowedOrigins: [], allowRemoteNoauth: false };
  await using app = await startTestApp({ files: { '/a': 'x' }, config: { trust } });
  const anna = await app.logIn();
  const headers = { 'x-forwarded-proto': 'https' };

  for (const path of ['/', '/api/resources/', '/api/raw/a', '/api/raw/?algo=zip']) {
    const reply = await anna.get(path, { headers });
    expect([path, reply.headers['strict-transport-security']]).toEqual([path, 'max-age=15552000']);
  }
  expect((await anna.get('/api/raw/a')).headers).not.toHaveProperty('strict-transport-security');
});
