import { randomBytes } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { until } from '../../testing/open-request.ts';
import { shareOf } from '../../testing/shares.ts';

const MIB = 1024 * 1024;
const LARGE = 16 * MIB;

interface Download {
  readonly status: number;
  /** Reads it to its end; how much came. */
  finish(): Promise<number>;
}

/** Begins a download and reads nothing of it yet. */
function begin(url: string): Promise<Download> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false }, (response: IncomingMessage) =>
      resolve({ status: response.statusCode ?? 0, finish: () => lengthOf(response) }),
    );
    asked.on('error', reject).end();
  });
}

function lengthOf(response: IncomingMessage): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    response.on('end', () => resolve(bytes)).on('error', reject);
  });
}

async function withLargeFile(): Promise<TestApp> {
  const app = await startTestApp({ files: { '/docs/': '' } });
  const file = join(app.root, 'docs/large.bin');
  await writeFile(file, randomBytes(MIB));
  await truncate(file, LARGE);
  return app;
}

test('revoking a share lets running downloads finish, and refuses new ones', async () => {
  await using app = await withLargeFile();
  const anna = await app.logIn();
  const { hash } = await shareOf(anna, '/docs/');
  const url = `${app.url}/api/public/dl/${hash}`;
  const begun = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      begin(index % 10 === 0 ? `${url}/?algo=tar` : `${url}/large.bin`),
    ),
  );
  expect(new Set(begun.map(({ status }) => status))).toEqual(new Set([200]));

  expect((await anna.delete(`/api/share/${hash}`)).status).toBe(200);
  const late = await Promise.all(Array.from({ length: 20 }, () => begin(`${url}/large.bin`)));
  expect(new Set(late.map(({ status }) => status))).toEqual(new Set([404]));
  await Promise.all(late.map(({ finish }) => finish()));
  for (const length of await Promise.all(begun.map(({ finish }) => finish()))) {
    expect(length).toBeGreaterThanOrEqual(LARGE);
  }
});

test('a revocation during continuous downloads refuses all later ones', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'hello' } });
  const anna = await app.logIn();
  const { hash } = await shareOf(anna, '/a.txt');
  let revoked = false;
  let late = 0;
  let good = 0;
  const ask = async () => {
    while (!revoked || late < 20) {
      const asAfter = revoked;
      const { status } = await app.visitor.get(`/api/public/dl/${hash}`);
      if (asAfter) expect(status).toBe(404);
      if (asAfter) late += 1;
      if (status === 200) good += 1;
    }
  };
  const asking = Array.from({ length: 20 }, ask);
  await until(() => good > 40);
  expect((await anna.delete(`/api/share/${hash}`)).status).toBe(200);
  revoked = true;
  await Promise.all(asking);
});

test('link previews contain the name of a share without a password', async () => {
  await using app = await startTestApp({ files: { '/docs/plan.txt': 'plan' } });
  const anna = await app.logIn();
  const [open, closed] = [
    await shareOf(anna, '/docs/plan.txt'),
    await shareOf(anna, '/docs/plan.txt', { password: 'p' }),
  ];
  const pageOf = async (hash: string) => (await app.visitor.get(`/share/${hash}`)).text;
  expect(await pageOf(open.hash)).toContain('plan.txt');
  expect(await pageOf(closed.hash)).not.toContain('plan');
  await anna.delete('/api/resources/docs/plan.txt');
  expect(await pageOf(open.hash)).not.toContain('plan');
});
