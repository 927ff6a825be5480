import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OPERATION_HEADER, type OperationState, operationUrl } from '#contract/operations.ts';
import { type TransferQuery, transferUrl } from '#contract/transfers.ts';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client, Reply } from '../../testing/client.ts';
import { until } from '../../testing/open-request.ts';

/** Length of a sparse file, which takes no space. No test waits for the end of its copy. */
const ENDLESS = 2_000_000_000_000;

function transfer(
  client: Client,
  from: string,
  query: Partial<TransferQuery>,
  key: string,
): Promise<Reply> {
  const whole = { action: 'copy', destination: '/x', override: false, rename: false } as const;
  return client.patch(transferUrl(from, { ...whole, ...query }), named(key));
}

const named = (key: string) => ({ headers: { [OPERATION_HEADER]: key } });

async function stateOf(client: Client, key: string): Promise<OperationState> {
  return (await client.get(operationUrl(key))).json<OperationState>();
}

async function anAppWithMuch(): Promise<TestApp> {
  const app = await startTestApp({ files: { '/endless': '', '/b.txt': 'b' } });
  await truncate(join(app.root, 'endless'), ENDLESS);
  return app;
}

test('the result of a copy can be queried after its response was lost', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'a', '/x': 'taken' } });
  const anna = await app.logIn();
  await transfer(anna, '/a.txt', { rename: true }, 'mine');
  expect(await stateOf(anna, 'mine')).toEqual({
    state: 'ended',
    status: 200,
    text: '200 OK\n',
    headers: { 'content-location': '/api/resources/x(1)' },
  });
});

test('a failure is returned as in the lost response', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'a', '/x': 'taken' } });
  const anna = await app.logIn();
  const reply = await transfer(anna, '/a.txt', {}, 'mine');
  expect(await stateOf(anna, 'mine')).toEqual({
    state: 'ended',
    status: 409,
    text: reply.text,
    headers: {},
  });
});

test('operations of other users, unknown ones, and those before a restart are not found', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'a' } });
  const anna = await app.logIn();
  const bob = await app.logIn({ username: 'bob' });
  await transfer(anna, '/a.txt', {}, 'mine');
  expect((await bob.get(operationUrl('mine'))).status).toBe(404);
  expect((await anna.get(operationUrl('another'))).status).toBe(404);

  await using again = await app.restart();
  const later = again.client(anna.token);
  expect((await later.get(operationUrl('mine'))).status).toBe(404);
});

test('a repeated call waits for the first one, and returns its result', async () => {
  await using app = await anAppWithMuch();
  const anna = await app.logIn();
  const bob = await app.logIn({ username: 'bob' });
  const copies = [1, 2].map(() => transfer(anna, '/endless', {}, 'mine'));
  await until(async () => (await anna.get(operationUrl('mine'))).status === 200);
  expect(await stateOf(anna, 'mine')).toMatchObject({ state: 'running', key: 'mine', to: '/x' });
  expect((await anna.get('/api/operations')).json<unknown[]>()).toHaveLength(1);

  expect((await transfer(bob, '/b.txt', { destination: '/c.txt' }, 'mine')).status).toBe(200);
  expect((await bob.delete(operationUrl('mine'))).status).toBe(404);
  await anna.delete(operationUrl('mine'));
  const texts = (await Promise.all(copies)).map(({ text }) => text);
  expect(texts).toEqual(['400 Bad Request (cancelled)\n', '400 Bad Request (cancelled)\n']);
});

test('a repeated deletion does not delete a new entry', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'old' } });
  const anna = await app.logIn();
  expect((await anna.delete('/api/resources/a.txt', named('mine'))).status).toBe(204);
  await writeFile(join(app.root, 'a.txt'), 'new');
  const again = await anna.delete('/api/resources/a.txt', named('mine'));
  expect([again.status, again.text]).toEqual([204, '']);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'new' });
});

test('"keep both" sent again makes no third one', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'a' } });
  const anna = await app.logIn();
  const copy = () => transfer(anna, '/a.txt', { destination: '/a.txt', rename: true }, 'mine');
  const replies = [await copy(), await copy()];
  expect(replies.map(({ status, text }) => [status, text])).toEqual([
    [200, '200 OK\n'],
    [200, '200 OK\n'],
  ]);
  const locations = replies.map(({ headers }) => headers['content-location']);
  expect(locations).toEqual(['/api/resources/a(1).txt', '/api/resources/a(1).txt']);
  expect(Object.keys(await app.filesOnDisk()).toSorted()).toEqual(['/a(1).txt', '/a.txt']);
});

test('one key cannot stand for two things', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'a' } });
  const anna = await app.logIn();
  await transfer(anna, '/a.txt', {}, 'mine');
  expect((await transfer(anna, '/a.txt', { override: true }, 'mine')).status).toBe(400);
  expect((await anna.delete('/api/resources/a.txt', named('mine'))).status).toBe(400);
  expect(Object.keys(await app.filesOnDisk()).toSorted()).toEqual(['/a.txt', '/x']);
});
