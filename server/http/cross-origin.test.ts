import { describe, expect, test } from 'vitest';
import { openTestHttp } from './http.test-tools.ts';
import { requireStatedOrigin } from './cross-origin.ts';

type Headers = Readonly<Record<string, string>>;

async function ask(headers: Headers, allowedOrigins: readonly string[] = []): Promise<number> {
  const app = openTestHttp({ allowedOrigins });
  app.post('/login', { config: { access: 'open', sameOrigin: true } }, () => 'ok');
  const host = { host: 'files.example.org:8080' };
  return (await app.inject({ method: 'POST', url: '/login', headers: { ...host, ...headers } }))
    .statusCode;
}

describe('a call that the page of another origin could make', () => {
  test.each<[string, Headers]>([
    ['a program, which tells nothing', {}],
    ['our page', { origin: 'http://files.example.org:8080', 'sec-fetch-site': 'same-origin' }],
    ['our page in an old browser', { origin: 'http://files.example.org:8080' }],
    ['our page behind a proxy that speaks TLS', { origin: 'https://files.example.org:8080' }],
    ['an address that a user has typed', { 'sec-fetch-site': 'none' }],
  ])('is answered for %s', async (_, headers) => {
    expect(await ask(headers)).toBe(200);
  });

  test.each<[string, Headers]>([
    ['a page of another host', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['one in an old browser', { origin: 'https://evil.example' }],
    ['a page of another port', { origin: 'http://files.example.org' }],
    ['a subdomain', { 'sec-fetch-site': 'same-site', origin: 'http://a.files.example.org:8080' }],
    ['a file or a sandboxed frame', { origin: 'null' }],
    ['an origin that cannot be read', { origin: 'files.example.org:8080' }],
    ['an empty origin', { origin: '' }],
    [
      'a page that lies about its origin: the browser tells the site',
      { origin: 'http://files.example.org:8080', 'sec-fetch-site': 'cross-site' },
    ],
    ['a site that no browser knows', { 'sec-fetch-site': 'SAME-ORIGIN' }],
  ])('is refused for %s', async (_, headers) => {
    expect(await ask(headers)).toBe(403);
  });

  test('is answered for an origin that the operator has named, letter for letter', async () => {
    const allowed = ['https://portal.example'];
    const site = { 'sec-fetch-site': 'cross-site' };
    expect(await ask({ ...site, origin: 'https://portal.example' }, allowed)).toBe(200);
    for (const origin of ['http://portal.example', 'https://portal.example.evil', 'https://a']) {
      expect(await ask({ ...site, origin }, allowed)).toBe(403);
    }
  });
});

test('routes that need a token in a header accept any origin', async () => {
  const app = openTestHttp();
  app.post('/other', { config: { access: 'open' } }, () => 'ok');
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await app.inject({ method: 'POST', url: '/other', headers })).statusCode).toBe(200);
});

test('the HEAD of a guarded GET is guarded as well', async () => {
  const app = openTestHttp();
  app.get('/guarded', { config: { access: 'open', sameOrigin: true } }, () => 'ok');
  const headers = { 'sec-fetch-site': 'cross-site' };
  for (const method of ['GET', 'HEAD'] as const) {
    expect((await app.inject({ method, url: '/guarded', headers })).statusCode).toBe(403);
  }
});

test('a cookie alone is accepted only if the browser states the page', async () => {
  const app = openTestHttp();
  app.get('/by-cookie', { config: { access: 'open' } }, (request) => {
    requireStatedOrigin(request);
    return 'ok';
  });
  const ask = async (headers: Headers) =>
    (await app.inject({ url: '/by-cookie', headers })).statusCode;
  expect(await ask({})).toBe(403);
  expect(await ask({ cookie: 'auth=a.b.c', referer: 'http://files.example.org/' })).toBe(403);
  expect(await ask({ origin: 'http://files.example.org' })).toBe(200);
  expect(await ask({ 'sec-fetch-site': 'same-origin' })).toBe(200);
});
