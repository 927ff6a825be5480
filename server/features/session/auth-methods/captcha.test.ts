import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { writeAuthSettings } from '../../../metadata/settings.ts';
import { PASSWORD, startTestApp, type TestApp, type TestAppOptions } from '../../../testing/app.ts';

type Answer = (request: IncomingMessage, reply: ServerResponse) => unknown;

/** Replaces the host that checks captchas. */
async function captchaHost(answer: Answer): Promise<string> {
  const server = createServer((request, reply) => void answer(request, reply)).listen(
    0,
    '127.0.0.1',
  );
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // on TCP it is an object
  return `http://127.0.0.1:${port}`;
}

async function appWithCaptcha(host: string, options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp(options);
  const recaptcha = { host, key: 'site-key', secret: 'very secret' };
  await app.db.write((tx) => writeAuthSettings(tx, { recaptcha, header: '', command: '' }));
  await app.addUser({ username: 'anna' });
  return app;
}

async function statusOf(app: TestApp, differing: object = {}): Promise<number> {
  const credentials = { username: 'anna', password: PASSWORD, recaptcha: 'solved', ...differing };
  return (await app.visitor.post('/api/login', { body: JSON.stringify(credentials) })).status;
}

test('a solved captcha is required before the password is checked', async () => {
  const asked: string[] = [];
  const host = await captchaHost(async (request, reply) => {
    const body = await text(request);
    asked.push(`${request.method} ${request.url} ${body}`);
    reply.end(JSON.stringify({ success: body.endsWith('response=solved') }));
  });
  await using app = await appWithCaptcha(`${host}/`);

  expect(await statusOf(app)).toBe(200);
  expect(await statusOf(app, { password: 'wrong' })).toBe(403);
  expect(await statusOf(app, { recaptcha: 'by a robot' })).toBe(403);
  expect(asked).toHaveLength(3);
  expect(asked[0]).toBe('POST /recaptcha/api/siteverify secret=very+secret&response=solved');

  for (const recaptcha of ['', undefined, 'x'.repeat(20_000)]) {
    expect(await statusOf(app, { recaptcha })).toBe(403);
  }
  expect(asked).toHaveLength(3);
});

test('a host that refuses the question has not accepted the captcha', async () => {
  const host = await captchaHost((_request, reply) => {
    reply.writeHead(400).end('{"success":true}');
  });
  await using app = await appWithCaptcha(host);
  expect(await statusOf(app)).toBe(403);
});

const ELSEWHERE = 'http://127.0.0.1:9';
test.each<[string, Answer]>([
  ['answers with a page', (_, reply) => reply.end('<html>')],
  ['leaves out its verdict', (_, reply) => reply.end('{}')],
  ['never stops talking', (_, reply) => reply.end('x'.repeat(1_000_000))],
  ['hangs up', (request) => request.socket.destroy()],
  ['sends us elsewhere', (_, reply) => reply.writeHead(307, { location: ELSEWHERE }).end()],
])('a captcha host that %s is reported as a failure of the server', async (_, answer) => {
  await using app = await appWithCaptcha(await captchaHost(answer));
  expect(await statusOf(app)).toBe(500);
});

test.each([ELSEWHERE, 'ftp://127.0.0.1', 'file:///etc/passwd', 'nowhere'])(
  'with the captcha host %s no login succeeds, and the server reports its own failure',
  async (host) => {
    await using app = await appWithCaptcha(host);
    expect(await statusOf(app)).toBe(500);
  },
);

test('a captcha host that does not answer is a failure of the server, after a time limit', async () => {
  const host = await captchaHost(() => undefined);
  const durations = { logins: { captchaTimeLimitMs: 50 } };
  await using app = await appWithCaptcha(host, { durations });
  expect(await statusOf(app)).toBe(500);
});

test('captchas that are not solved count as guesses', async () => {
  const host = await captchaHost((_, reply) => reply.end('{"success":false}'));
  await using app = await appWithCaptcha(host);
  const statuses = await Promise.all(Array.from({ length: 14 }, () => statusOf(app)));
  expect(statuses).toContain(429);
});
