import { readdir, truncate } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Operation } from '#contract/operations.ts';
import { OPERATION_HEADER, operationUrl } from '#contract/operations.ts';
import { TOKEN_HEADER } from '#contract/session.ts';
import { transferUrl } from '#contract/transfers.ts';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client, Reply } from '../../testing/client.ts';
import { until } from '../../testing/open-request.ts';

/** Length of a sparse file, which takes no space. No test waits for the end of its copy. */
const ENDLESS = 2_000_000_000_000;

async function anAppWithMuch(): Promise<TestApp> {
  const app = await startTestApp({
    files: { '/much/b.txt': 'b', '/much/endless': '', '/a.txt': 'a' },
  });
  await truncate(join(app.root, 'much/endless'), ENDLESS);
  return app;
}

/** Files and folders below the root. */
async function namesOnDisk(app: TestApp): Promise<string[]> {
  return (await readdir(app.root, { recursive: true })).toSorted();
}
const UNTOUCHED = ['a.txt', 'much', 'much/b.txt', 'much/endless'];

function copyMuch(client: Client, key?: string): Promise<Reply> {
  const url = transferUrl('/much', {
    action: 'copy',
    destination: '/to/copy',
    override: false,
    rename: false,
  });
  return client.patch(url, key === undefined ? {} : { headers: { [OPERATION_HEADER]: key } });
}

function rename(client: Client, from: string, destination: string): Promise<Reply> {
  const query = { action: 'rename', destination, override: false, rename: false } as const;
  return client.patch(transferUrl(from, query));
}

async function operationsOf(client: Client): Promise<Operation[]> {
  return (await client.get('/api/operations')).json<Operation[]>();
}

test('a long copy is shown to its user, locks its paths, and lets other operations run', async () => {
  await using app = await anAppWithMuch();
  const anna = await app.logIn();
  const bob = await app.logIn({ username: 'bob' });
  const copying = copyMuch(anna, 'my-copy');
  await until(async () => (await namesOnDisk(app)).some((name) => name.includes('.part')));

  await until(async () => (await operationsOf(anna))[0]?.totalBytes !== undefined, 15_000);
  const [operation] = await operationsOf(anna);
  expect(operation).toMatchObject({ totalEntries: 3, totalBytes: ENDLESS + 1 });
  expect(operation).toMatchObject({ key: 'my-copy', kind: 'copy', from: '/much', to: '/to/copy' });
  expect(await operationsOf(bob)).toEqual([]);

  expect((await bob.delete('/api/resources/much')).status).toBe(423);
  expect((await rename(bob, '/much', '/elsewhere')).status).toBe(423);
  expect((await bob.post('/api/resources/to/copy/x.txt', { body: 'x' })).status).toBe(423);
  expect((await bob.post('/api/resources/to/copy/')).status).toBe(423);
  expect((await bob.post('/api/resources/much/new.txt', { body: 'x' })).status).toBe(200);
  expect((await rename(bob, '/a.txt', '/b.txt')).status).toBe(200);
  expect((await bob.delete(operationUrl('my-copy'))).status).toBe(404);

  await anna.delete(operationUrl('my-copy'));
  await copying;
  expect((await bob.delete('/api/resources/much')).status).toBe(204);
  expect(await namesOnDisk(app)).toEqual(['b.txt']);
});

test('a copy that is called off leaves nothing, not even the folders made for it', async () => {
  await using app = await anAppWithMuch();
  const anna = await app.logIn();
  const copying = copyMuch(anna, 'my-copy');
  await until(async () => (await operationsOf(anna)).length === 1);

  expect((await anna.delete(operationUrl('my-copy'))).status).toBe(204);
  expect((await copying).text).toBe('400 Bad Request (cancelled)\n');

  expect((await anna.delete(operationUrl('my-copy'))).status).toBe(404);
  expect(await namesOnDisk(app)).toEqual(UNTOUCHED);
  const notes = await app.db.read.selectFrom('operation').selectAll().execute();
  expect(notes).toEqual([]);
});

test('a copy ends when its caller leaves, unless it can be found again by its key', async () => {
  await using app = await anAppWithMuch();
  const anna = await app.logIn();
  await beginAndLeave(app, anna, {});
  await until(async () => (await operationsOf(anna)).length === 0, 15_000);
  expect(await namesOnDisk(app)).toEqual(UNTOUCHED);

  await beginAndLeave(app, anna, { [OPERATION_HEADER]: 'mine' });
  await delay(300);
  expect(await operationsOf(anna)).toMatchObject([{ key: 'mine' }]);
  await anna.delete(operationUrl('mine'));
});

async function beginAndLeave(app: TestApp, client: Client, headers: Record<string, string>) {
  const query = { action: 'copy', destination: '/copy', override: false, rename: false } as const;
  const asked = request(`${app.url}${transferUrl('/much', query)}`, {
    method: 'PATCH',
    headers: { [TOKEN_HEADER]: client.token ?? '', ...headers },
  });
  asked.on('error', () => undefined).end();
  await until(async () => (await operationsOf(client)).length === 1);
  asked.destroy();
}

test('a server that stops in the middle of a copy leaves nothing of it behind', async () => {
  await using app = await anAppWithMuch();
  const anna = await app.logIn();
  const copying = copyMuch(anna, 'my-copy').catch(() => undefined);
  await until(async () => (await operationsOf(anna)).length === 1);

  await using again = await app.restart();
  await copying;
  // The folder that was created for the copy may stay, because it held the temporary file.
  expect((await namesOnDisk(again)).filter((name) => name !== 'to')).toEqual(UNTOUCHED);
});

test('of two concurrent moves of the same file, one succeeds and the other is refused', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'a' } });
  const anna = await app.logIn();
  const replies = await Promise.all([
    rename(anna, '/a.txt', '/b.txt'),
    rename(anna, '/a.txt', '/c.txt'),
  ]);
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.some((status) => status === 404 || status === 423)).toBe(true);
  expect(Object.keys(await app.filesOnDisk())).toHaveLength(1);
});

test('of many concurrent files with the same name, one is created and none is lost', async () => {
  const numbers = Array.from({ length: 8 }, (_, number) => number);
  const files = Object.fromEntries(numbers.map((number) => [`/${number}.txt`, `${number}`]));
  await using app = await startTestApp({ files });
  const anna = await app.logIn();
  const replies = await Promise.all(
    numbers.map((number) => rename(anna, `/${number}.txt`, '/same.txt')),
  );
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.every((status) => [200, 409, 423].includes(status))).toBe(true);
  expect(Object.values(await app.filesOnDisk()).toSorted()).toEqual(Object.values(files));
});

test('two concurrent copies with renaming create two files', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'a' } });
  const anna = await app.logIn();
  const query = { action: 'copy', destination: '/a.txt', override: false, rename: true } as const;
  const replies = await Promise.all([1, 2, 3].map(() => anna.patch(transferUrl('/a.txt', query))));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(Object.keys(await app.filesOnDisk()).toSorted()).toEqual([
    '/a(1).txt',
    '/a(2).txt',
    '/a(3).txt',
    '/a.txt',
  ]);
});

test('seventeen at once are too many for one user', async () => {
  await using app = await anAppWithMuch();
  const anna = await app.logIn();
  const copy = (number: number) => {
    const destination = `/copy-${number}`;
    const query = { action: 'copy', destination, override: false, rename: false } as const;
    const headers = { [OPERATION_HEADER]: `copy-${number}` };
    return anna.patch(transferUrl('/much', query), { headers });
  };
  const copies = Array.from({ length: 15 }, (_, number) => copy(number));
  await until(async () => (await operationsOf(anna)).length === 15);
  copies.push(copy(15));
  await until(async () => (await operationsOf(anna)).length === 16);
  expect((await copy(16)).status).toBe(429);
  for (const { key } of await operationsOf(anna)) await anna.delete(operationUrl(key));
  expect((await Promise.all(copies)).map(({ status }) => status)).toEqual(copies.map(() => 400));
  expect(await namesOnDisk(app)).toEqual(UNTOUCHED);
});
