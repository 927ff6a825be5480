import { beforeEach, expect, test, vi } from 'vitest';
import { aToken, aTokenUser, fakeServer } from '../testing/fake-server.ts';
import { onCommandFailed } from './failed-command.ts';
import { ApiError, call, callJson, onLoggedOut } from './http.ts';
import { currentToken, endToken, setToken } from './session-token.ts';

beforeEach(() => setToken('first.token.here'));

test('a call sends the token and uses the base path', async () => {
  const server = fakeServer({ BaseURL: '/sub/fm' }).on('GET', '/api/x', { json: { a: 1 } });

  expect(await callJson('GET', '/api/x')).toEqual({ a: 1 });
  expect(server.calls[0]?.url).toBe('/api/x');
  expect(server.calls[0]?.headers.get('X-Auth')).toBe('first.token.here');
});

test('a failed call has the status and the message of the server', async () => {
  fakeServer().on('GET', '/api/x', { status: 409, text: '409 Conflict\n' });

  await expect(call('GET', '/api/x')).rejects.toMatchObject({
    status: 409,
    message: '409 Conflict',
  });
});

test('a response without a message is described by its status', async () => {
  fakeServer();
  globalThis.fetch = async () => new Response('', { status: 502, statusText: 'Bad Gateway' });
  await expect(call('GET', '/api/x')).rejects.toMatchObject({
    status: 502,
    message: '502 Bad Gateway',
  });
});

test('a missing response has status 0', async () => {
  fakeServer().unplug();
  await expect(call('GET', '/api/x')).rejects.toEqual(new ApiError(0, '000 No connection'));
});

test('a cancelled call fails as cancelled, not as a lost connection', async () => {
  const calledOff = new AbortController();
  globalThis.fetch = () => Promise.reject(calledOff.signal.reason as Error);
  calledOff.abort();

  await expect(call('GET', '/api/x', { signal: calledOff.signal })).rejects.toHaveProperty(
    'name',
    'AbortError',
  );
});

test('a failed after-command returns the response and is reported', async () => {
  const headers = { 'X-Failed-Command': 'after_save', ETag: '"2"' };
  fakeServer().on('PUT', '/api/x', { status: 500, text: '500 Internal Server Error\n', headers });
  let calls = 0;
  onCommandFailed(() => (calls += 1));

  const reply = await call('PUT', '/api/x');
  expect(reply.headers.get('ETag')).toBe('"2"');
  expect(calls).toBe(1);
});

test.each([500, 404, 403])(
  'a command that refuses is no missing file: answered with %i',
  async (status) => {
    const headers = { 'X-Failed-Command': 'before_delete' };
    fakeServer().on('DELETE', '/api/x', { status, text: `${status} as recorded\n`, headers });
    let calls = 0;
    onCommandFailed(() => (calls += 1));

    const refusal = await call('DELETE', '/api/x').catch((failure: unknown) => failure);
    expect(refusal).toMatchObject({ status: 500, isCommandRefusal: true });
    expect(calls).toBe(0);
  },
);

test('a throttled call states the waiting time', async () => {
  fakeServer().on('GET', '/api/x', { status: 429, headers: { 'Retry-After': '30' } });
  await expect(call('GET', '/api/x')).rejects.toMatchObject({ retryAfterSeconds: 30 });
});

test('the token is renewed before the response is returned, once for all callers', async () => {
  const later = aToken(aTokenUser());
  const server = fakeServer()
    .on('GET', '/api/x', { text: 'x', headers: { 'X-Renew-Token': 'true' } })
    .on('POST', '/api/renew', { text: later, headers: { 'X-Renew-Token': 'false' } });

  await Promise.all([call('GET', '/api/x'), call('GET', '/api/x'), call('GET', '/api/x')]);

  expect(currentToken()).toBe(later);
  expect(server.calls.filter(({ url }) => url === '/api/renew')).toHaveLength(1);
});

test('a failed renewal keeps the response', async () => {
  fakeServer()
    .on('GET', '/api/x', { text: 'good', headers: { 'X-Renew-Token': 'true' } })
    .on('POST', '/api/renew', { status: 500 });

  expect(await (await call('GET', '/api/x')).text()).toBe('good');
  expect(currentToken()).toBe('first.token.here');
});

test('a 401 logs out', async () => {
  const loggedOut = vi.fn<() => void>();
  onLoggedOut(loggedOut);
  fakeServer().on('GET', '/api/x', { status: 401 });

  await expect(call('GET', '/api/x')).rejects.toMatchObject({ status: 401 });
  expect(loggedOut).toHaveBeenCalledOnce();
});

test('a 401 for an outdated token does not log out', async () => {
  const loggedOut = vi.fn<() => void>();
  onLoggedOut(loggedOut);
  fakeServer().on('GET', '/api/x', () => {
    setToken('second.token.here');
    return { status: 401 };
  });

  await expect(call('GET', '/api/x')).rejects.toMatchObject({ status: 401 });
  expect(loggedOut).not.toHaveBeenCalled();
});

test('while a session is being ended, its token is not sent', async () => {
  const server = fakeServer().on('GET', '/api/x', { json: {} });
  endToken();
  await expect(call('GET', '/api/x')).rejects.toMatchObject({ status: 401 });
  expect(server.calls).toEqual([]);

  setToken('second.token.here');
  await call('GET', '/api/x');
  expect(server.calls.at(-1)?.headers.get('X-Auth')).toBe('second.token.here');
});
