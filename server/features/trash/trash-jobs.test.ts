import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Job, jobActionUrl, jobsUrl } from '#contract/jobs.ts';
import { OPERATION_HEADER, operationUrl } from '#contract/operations.ts';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import type { TrashedItem, TrashOutcome } from '#contract/trash.ts';
import { expect, test } from 'vitest';
import { startTestApp, TRASH, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { until } from '../../testing/open-request.ts';

/** Every operation of these tests becomes a job. */
const OPTIONS = { config: { trash: TRASH }, durations: { longOperationMs: 1 } };
/** Number of files in a folder whose deletion can be interrupted. */
const MANY = 5_000;

async function anAppWithMuch(): Promise<TestApp> {
  const app = await startTestApp({ ...OPTIONS, files: { '/first.txt': '1', '/last.txt': '9' } });
  mkdirSync(join(app.root, 'much'));
  for (let n = 0; n < MANY; n += 1) writeFileSync(join(app.root, 'much', `${n}`), '');
  return app;
}

/** Deletes items one after another, and returns their ids in the trash. */
async function remove(client: Client, ...paths: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const path of paths) {
    const reply = await client.delete(`/api/resources${path}`);
    ids.push(Number(reply.headers['x-trashed']));
  }
  return ids;
}

async function listOf(client: Client): Promise<string[]> {
  const items = (await client.get('/api/trash')).json<TrashedItem[]>();
  return items.map(({ path }) => path).toSorted();
}

async function jobsOf(client: Client, kind: Job['kind']): Promise<Job[]> {
  const jobs = (await client.get(jobsUrl())).json<Job[]>();
  return jobs.filter((job) => job.kind === kind);
}

async function theJob(client: Client, kind: Job['kind']): Promise<Job> {
  await until(async () => (await jobsOf(client, kind)).length > 0);
  const [job] = await jobsOf(client, kind);
  if (job === undefined) throw new Error('there is no job');
  return job;
}

const keyed = (key: string) => ({ headers: { [OPERATION_HEADER]: key } });
const act = async (client: Client, { id }: Job, action: 'pause' | 'resume' | 'cancel' | 'retry') =>
  (await client.post(jobActionUrl(id, action))).status;

/** Begins to empty the trash, and pauses it in the folder of many files. */
async function aPausedEmptying(client: Client) {
  await remove(client, '/first.txt', '/much', '/last.txt');
  const reply = client.delete('/api/trash', keyed('empty')).catch(() => undefined);
  const job = await theJob(client, 'purge');
  // It is listed a moment before it can be paused.
  await until(async () => (await act(client, job, 'pause')) === 200);
  return { job, reply };
}

test('emptying the trash is a job, which can be paused and resumed', async () => {
  await using app = await anAppWithMuch();
  const anna = await app.logIn();
  const { job, reply } = await aPausedEmptying(anna);
  expect(job).toMatchObject({ kind: 'purge', key: 'empty', from: '/' });
  expect(job.count).toBeUndefined();
  await delay(300);
  const { items } = await theJob(anna, 'purge');
  await delay(500);
  expect(await theJob(anna, 'purge')).toMatchObject({ state: 'paused', items });
  expect(await listOf(anna)).toContain('/last.txt');

  expect(await act(anna, job, 'resume')).toBe(200);
  expect((await reply)?.json<TrashOutcome>()).toEqual({ results: [] });
  expect(await theJob(anna, 'purge')).toMatchObject({ state: 'done', errorCount: 0 });
  expect(await readdir(app.root)).not.toContain(TRASH_NAME);
  const state = await anna.get(operationUrl('empty'));
  expect(state.json()).toMatchObject({ state: 'ended', status: 200, text: '{"results":[]}' });
});

test('a cancelled emptying keeps what it has not deleted, and says how much it has', async () => {
  await using app = await anAppWithMuch();
  const anna = await app.logIn();
  const { job, reply } = await aPausedEmptying(anna);
  expect(await act(anna, job, 'cancel')).toBe(200);
  expect((await reply)?.status).toBe(400);
  await until(async () => (await theJob(anna, 'purge')).endedAt !== undefined);
  expect(await theJob(anna, 'purge')).toMatchObject({ state: 'cancelled' });
  expect(await listOf(anna)).toContain('/last.txt');

  expect(await act(anna, job, 'retry')).toBe(200);
  await until(async () => (await listOf(anna)).length === 0);
  await until(async () => (await theJob(anna, 'purge')).state === 'done');
});

test('an emptying goes on after a restart, also without its client', async () => {
  await using app = await anAppWithMuch();
  const anna = await app.logIn();
  const { job, reply } = await aPausedEmptying(anna);
  await using again = await app.restart();
  await reply;
  const client = again.client(anna.token);
  expect(await theJob(client, 'purge')).toMatchObject({ id: job.id, state: 'paused' });
  expect(await act(client, job, 'resume')).toBe(200);
  await until(async () => (await theJob(client, 'purge')).state === 'done');
  expect(await listOf(client)).toEqual([]);
  expect(await readdir(again.root)).not.toContain(TRASH_NAME);
});

test('an emptying keeps what is deleted after its request, also after a restart', async () => {
  await using app = await anAppWithMuch();
  const anna = await app.logIn();
  const { job, reply } = await aPausedEmptying(anna);
  await app.changeAsProgram('/while-paused.txt', '1');
  await remove(anna, '/while-paused.txt');
  await using again = await app.restart();
  await reply;
  const client = again.client(anna.token);
  await again.changeAsProgram('/after-restart.txt', '2');
  await remove(client, '/after-restart.txt');
  expect(await act(client, job, 'resume')).toBe(200);
  await until(async () => (await theJob(client, 'purge')).state === 'done');
  expect(await listOf(client)).toEqual(['/after-restart.txt', '/while-paused.txt']);
});

test('a repeated request to empty the trash gets the outcome of the first one', async () => {
  await using app = await startTestApp({ ...OPTIONS, files: { '/a.txt': 'a', '/b.txt': 'b' } });
  const anna = await app.logIn();
  await remove(anna, '/a.txt');
  const first = await anna.delete('/api/trash', keyed('empty'));
  await remove(anna, '/b.txt');
  const second = await anna.delete('/api/trash', keyed('empty'));
  expect([second.status, second.text]).toEqual([200, first.text]);
  expect(await listOf(anna)).toEqual(['/b.txt']);
});

/** Begins to delete the folder of many files for good, as a job of the address, and cancels it midway. */
async function aCancelledPurge(client: Client, begin: (id: number) => Promise<unknown>) {
  const [id = 0] = await remove(client, '/much');
  const reply = begin(id).catch(() => undefined);
  const job = await theJob(client, 'purge');
  await until(async () => (await act(client, job, 'cancel')) === 200);
  await reply;
  await until(async () => (await theJob(client, 'purge')).state === 'cancelled');
  return { id, job };
}

const purgeOf = (ids: readonly number[]) => ({ body: JSON.stringify({ ids }) });

test('another attempt to delete one item for good is done when the item is deleted already', async () => {
  await using app = await anAppWithMuch();
  const anna = await app.logIn();
  const { id, job } = await aCancelledPurge(anna, (each) => anna.delete(`/api/trash/${each}`));
  await anna.post('/api/trash/delete', purgeOf([id]));
  expect(await listOf(anna)).toEqual([]);
  expect(await act(anna, job, 'retry')).toBe(200);
  await until(async () => {
    const jobs = await jobsOf(anna, 'purge');
    return jobs.find((each) => each.id === job.id)?.state === 'done';
  });
});

test('another attempt fails for an item that its user may not see any more', async () => {
  await using app = await anAppWithMuch();
  const anna = await app.logIn();
  const { job } = await aCancelledPurge(anna, (id) =>
    anna.post('/api/trash/delete', purgeOf([id])),
  );
  const rules = [{ regex: false, allow: false, path: '/much', regexp: { raw: '' } }];
  await app.db.write((tx) =>
    tx
      .updateTable('user')
      .set({ rules: JSON.stringify(rules) })
      .execute(),
  );
  expect(await act(anna, job, 'retry')).toBe(200);
  await until(async () => (await theJob(anna, 'purge')).endedAt !== undefined);
  expect(await theJob(anna, 'purge')).toMatchObject({ state: 'done', errorCount: 1 });
  expect(await app.namesInTrash()).toHaveLength(1);
});

test('a restore of several items names those that failed, and a retry restores only them', async () => {
  await using app = await startTestApp({
    ...OPTIONS,
    files: { '/a.txt': 'a', '/b.txt': 'b', '/c.txt': 'c' },
  });
  const anna = await app.logIn();
  const ids = await remove(anna, '/a.txt', '/b.txt', '/c.txt');
  await app.changeAsProgram('/b.txt', 'other');
  const body = JSON.stringify({ ids });
  const reply = await anna.post('/api/trash/restore', { ...keyed('restore'), body });
  const statuses = reply.json<TrashOutcome>().results.map(({ status }) => status);
  expect(statuses).toEqual([200, 409, 200]);
  const job = await theJob(anna, 'restore');
  expect(job).toMatchObject({
    state: 'done',
    from: '/a.txt',
    count: 3,
    items: 3,
    totalItems: 3,
    errors: [{ item: 'b.txt', reason: 'not-restored' }],
    errorCount: 1,
  });
  const repeated = await anna.post('/api/trash/restore', { ...keyed('restore'), body });
  expect(repeated.text).toBe(reply.text);

  await app.changeAsProgram('/b.txt', undefined);
  expect(await act(anna, job, 'retry')).toBe(200);
  await until(async () => (await theJob(anna, 'restore')).endedAt !== undefined);
  expect(await theJob(anna, 'restore')).toMatchObject({ state: 'done', errorCount: 0 });
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'a', '/b.txt': 'b', '/c.txt': 'c' });
});
