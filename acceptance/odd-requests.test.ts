import { describe, expect, it } from 'vitest';
import { send, sendRaw, type Call } from './http/send.ts';
import { useServer } from './server/use-server.ts';

const served = useServer();
const ROUNDS = 3_000;

/** Returns a random generator with a fixed seed, so that a failure can be repeated. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const FRONTS = [
  '/api/resources',
  '/api/raw',
  '/api/tus',
  '/api/usage',
  '/api/login',
  '/api/renew',
  '/api/nosuch',
  '/api/users',
  '/api/settings',
  '/static',
  '/files',
  '',
  '/health',
];
const SEGMENTS = [
  'docs',
  'a.txt',
  'b.txt',
  'links',
  'out-dir',
  'loop',
  'dangling',
  'names',
  'mixed',
  'pipe.txt',
  '%00',
  '%zz',
  '%2e%2e',
  '..',
  '.',
  '%2F',
  '',
  '%ff',
  '%E2%80%AE',
  '日',
  '%27%22',
  '%5C',
  'n'.repeat(300),
  '%0d%0aX:%20y',
  '{}',
  '*',
  '%',
  ';',
  ':',
  '~',
  '+',
  'CON',
  '.filebrowser-x.part',
  'constructor',
  '__proto__',
];
const QUERIES = [
  '',
  '?',
  '?override=true',
  '?override=true&override=false',
  '?inline=true',
  '?%zz',
  '?algo=rar',
  '?=',
  '?a[]=1',
  '?__proto__=1',
  `?x=${'y'.repeat(2_000)}`,
  '?override=%00',
];
const BODIES = [
  undefined,
  '',
  '{',
  '[]',
  'null',
  '{"username":"bob"}',
  '{"username":{},"password":[]}',
  '\u0000',
  'x'.repeat(70_000),
  '{"__proto__":{"admin":true}}',
  '"\\ud800"',
];
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { Range: 'bytes=0-' },
  { Range: 'bytes=-' },
  { Range: 'bytes=99999999999999999999-1' },
  { 'If-Modified-Since': 'never' },
  { 'If-Range': '"x"', Range: 'bytes=1-1' },
  { 'If-None-Match': '*' },
  { 'Content-Type': 'application/json' },
  { 'Content-Type': ';;;' },
  { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' },
  { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '99999999999999999999' },
  { 'Upload-Length': '5' },
  { 'Upload-Length': '9007199254740993' },
  { Accept: '*/*;q=x' },
  { 'Accept-Encoding': 'br;q=, gzip' },
  { Cookie: 'auth=;;=;%zz' },
  { Origin: '::' },
  { 'X-Forwarded-For': 'not an address', 'X-Forwarded-Host': '\u00ff' },
  { 'Sec-Fetch-Site': 'sideways' },
  { 'X-Auth': 'a.b.c' },
];

describe('odd requests', () => {
  it('never cause a server error, and the server goes on', { timeout: 300_000 }, async () => {
    const { server, sessions } = served();
    const users = ['carol', 'bob', 'ruled', 'nothing'];
    const tokens = await Promise.all(users.map((name) => sessions.tokenOf(name)));
    const roll = dice(2_063);
    const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
    const wrong: string[] = [];
    for (let round = 0; round < ROUNDS; round += 8) {
      const calls = Array.from({ length: 8 }, () => oddCall(pick, roll, tokens));
      const statuses = await Promise.all(calls.map((call) => statusOf(server.port, call)));
      for (const [at, status] of statuses.entries()) {
        if (status < 200 || status >= 500)
          wrong.push(`${status} ${JSON.stringify(calls[at]).slice(0, 300)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(server.isAlive()).toBe(true);
    expect((await send(server.port, { path: '/health' })).status).toBe(200);
  });

  const broken = [
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /api/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'j'.repeat(200_000)}\r\n\r\n`,
    'GET /%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GET http://elsewhere.test/api/usage/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'CONNECT x:1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GET /api/raw/a.txt HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    '\u0000\u0001\u0002\r\n\r\n',
  ];
  for (const text of broken) {
    it(`survives ${JSON.stringify(text.slice(0, 70))}`, async () => {
      const { port } = served().server;
      const reply = await Promise.race([sendRaw(port, text), silence(3_000)]);
      expect(reply).not.toMatch(/^HTTP\/1\.1 5/);
      expect((await send(port, { path: '/health' })).status).toBe(200);
    });
  }
});

function oddCall(
  pick: <T>(list: readonly T[]) => T,
  roll: (sides: number) => number,
  tokens: readonly string[],
): Call {
  const segments = Array.from({ length: roll(4) }, () => pick(SEGMENTS));
  const path = `${pick(FRONTS)}/${segments.join('/')}${roll(3) === 0 ? '/' : ''}${pick(QUERIES)}`;
  const token = roll(5) === 0 ? {} : { 'X-Auth': pick(tokens) };
  const body = pick(BODIES);
  const call = {
    method: pick(METHODS),
    path: latin1(path),
    headers: { ...token, ...pick(HEADERS) },
  };
  return body === undefined ? call : { ...call, body };
}

/** Returns unescaped bytes, as a careless client sends them. */
function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Returns the status of the response, or 0 for a dropped connection. */
async function statusOf(port: number, call: Call): Promise<number> {
  try {
    return (await send(port, call)).status;
  } catch {
    return 0;
  }
}

async function silence(limitMs: number): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve(''), limitMs).unref());
}
