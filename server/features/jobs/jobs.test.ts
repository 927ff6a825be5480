import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Job } from '#contract/jobs.ts';
import { jobActionUrl, jobsUrl, jobUrl } from '#contract/jobs.ts';
import { OPERATION_HEADER, operationUrl } from '#contract/operations.ts';
import { transferUrl } from '#contract/transfers.ts';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client, Reply } from '../../testing/client.ts';
import { openStream } from '../../testing/event-stream.ts';
import { until } from '../../testing/open-request.ts';
import {
  ALL_FILES,
  anAppWithFiles,
  copyDocs,
  COUNT,
  countCopied,
  durations,
  ENDLESS,
  inodesOf,
  jobsOf,
  ON_DISK,
  setLengthOfLarge,
  theJobOf,
} from './jobs.test-tools.ts';

async function anAppWithMuch(): Promise<TestApp> {
  const files = { '/much/b.txt': 'b', '/much/endless': '', '/a.txt': 'a' };
  const app = await startTestApp({ files, durations, config: ON_DISK });
  await truncate(join(app.root, 'much/endless'), ENDLESS);
  return app;
}

function copyMuch(client: Client, destination = '/copy', key?: string): Promise<Reply> {
  const query = { action: 'copy', destination, override: false, rename: false } as const;
  const headers = { [OPERATION_HEADER]: key ?? destination.slice(1) };
  return client.patch(transferUrl('/much', query), { headers });
}

async function aRunningCopy(app: TestApp, client: Client) {
  const reply = copyMuch(client);
  await until(async () => ((await jobsOf(client))[0]?.bytes ?? 0) > 0);
  return { reply, job: await theJobOf(client), left: () => readdir(app.root) };
}

test('a long copy becomes a job of its user, which others cannot see', async () => {
  await using app = await anAppWithMuch();
  const anna = await app.logIn({ username: 'anna' });
  const bob = await app.logIn({ username: 'bob' });
  const { perm } = await app.addUser({ username: 'model' });
  const root = await app.logIn({ username: 'root', perm: { ...perm, admin: true } });
  const { job, reply } = await aRunningCopy(app, anna);
  expect(job).toMatchObject({
    kind: 'copy',
    key: 'copy',
    user: 'anna',
    from: '/much',
    to: '/copy',
    options: { onConflict: 'fail' },
    state: 'running',
    errors: [],
  });
  await until(async () => (await theJobOf(anna)).current === 'endless');
  expect((await anna.get(jobUrl(job.id))).json<Job>()).toMatchObject({ id: job.id });

  expect(await jobsOf(bob)).toEqual([]);
  expect((await bob.get(jobUrl(job.id))).status).toBe(404);
  expect((await bob.post(jobActionUrl(job.id, 'cancel'))).status).toBe(404);
  expect((await bob.get(jobsUrl({ all: true }))).status).toBe(403);
  expect((await root.get(jobsUrl({ all: true }))).json<Job[]>()).toHaveLength(1);
  expect((await anna.delete(jobUrl(job.id))).status).toBe(423);

  expect((await root.post(jobActionUrl(job.id, 'cancel'))).status).toBe(200);
  expect((await reply).text).toBe('400 Bad Request (cancelled)\n');
  await until(async () => (await theJobOf(anna)).state === 'cancelled');
  expect((await readdir(app.root)).toSorted()).toEqual(['a.txt', 'much']);
  expect((await anna.delete(jobUrl(job.id))).status).toBe(204);
  expect(await jobsOf(anna)).toEqual([]);
});

test('a paused copy stands still and keeps its paths, and goes on when it is resumed', async () => {
  await using app = await anAppWithMuch();
  const anna = await app.logIn();
  const { job, reply } = await aRunningCopy(app, anna);
  expect((await anna.post(jobActionUrl(job.id, 'resume'))).status).toBe(423);
  const paused = await anna.post(jobActionUrl(job.id, 'pause'));
  expect(paused.json<Job>()).toMatchObject({ state: 'paused' });
  await delay(400);
  const { bytes } = await theJobOf(anna);
  await delay(600);
  expect((await theJobOf(anna)).bytes).toBe(bytes);
  expect((await anna.post('/api/resources/copy/', {})).status).toBe(423);
  expect((await anna.post(jobActionUrl(job.id, 'pause'))).status).toBe(423);

  const resumed = await anna.post(jobActionUrl(job.id, 'resume'));
  expect(resumed.json<Job>()).toMatchObject({ state: 'running' });
  await until(async () => (await theJobOf(anna)).bytes > bytes);
  await anna.post(jobActionUrl(job.id, 'pause'));
  await anna.post(jobActionUrl(job.id, 'cancel'));
  expect((await reply).status).toBe(400);
  expect((await readdir(app.root)).toSorted()).toEqual(['a.txt', 'much']);
});

test('jobs of one user wait for each other, and do not keep another user waiting', async () => {
  await using app = await anAppWithMuch();
  const anna = await app.logIn();
  const bob = await app.logIn({ username: 'bob' });
  const copies = Array.from({ length: 5 }, (_, n) => copyMuch(anna, `/copy${n}`));
  const copiesOf = async (client: Client) =>
    (await jobsOf(client)).filter(({ kind }) => kind === 'copy');
  const states = async (client: Client) => (await copiesOf(client)).map(({ state }) => state);
  await until(async () => (await states(anna)).filter((state) => state === 'queued').length === 3);
  expect((await states(anna)).filter((state) => state === 'running')).toHaveLength(2);

  const others = copyMuch(bob, '/of-bob');
  await until(async () => ((await jobsOf(bob))[0]?.bytes ?? 0) > 0);
  expect(await states(bob)).toEqual(['running']);
  const rename = {
    action: 'rename',
    destination: '/b.txt',
    override: false,
    rename: false,
  } as const;
  expect((await anna.patch(transferUrl('/a.txt', rename))).status).toBe(200);

  // The slot of a job that ends goes to another one.
  const first = (await copiesOf(anna)).find(({ state }) => state === 'running');
  await anna.post(jobActionUrl(first?.id ?? 0, 'cancel'));
  await until(async () => {
    const now = await states(anna);
    const count = (state: string) => now.filter((each) => each === state).length;
    return count('running') === 2 && count('queued') === 2;
  });
  for (const { id } of [...(await jobsOf(anna)), ...(await jobsOf(bob))]) {
    await anna.post(jobActionUrl(id, 'cancel'));
    await bob.post(jobActionUrl(id, 'cancel'));
  }
  await Promise.all([...copies, others]);
  expect(await states(anna)).toEqual(Array.from({ length: 5 }, () => 'cancelled'));
});

test('the stream carries the progress and the end of own jobs', async () => {
  await using app = await anAppWithMuch();
  const anna = await app.logIn();
  const bob = await app.logIn({ username: 'bob' });
  await using own = await openStream(app, anna);
  await using other = await openStream(app, bob);
  const { job, reply } = await aRunningCopy(app, anna);
  await own.until((each) => each.of('job').filter(({ bytes }) => bytes > 0).length > 2);
  await anna.post(jobActionUrl(job.id, 'cancel'));
  await reply;
  await own.until((each) => each.of('job').at(-1)?.state === 'cancelled');
  await anna.delete(jobUrl(job.id));
  await own.until((each) => each.of('job-forgotten').some(({ id }) => id === job.id));
  expect(other.of('job')).toEqual([]);
});

test('a job ends as failed when its user is removed or loses the permission', async () => {
  await using app = await anAppWithMuch();
  const anna = await app.logIn({ username: 'anna' });
  const { job, reply } = await aRunningCopy(app, anna);
  await anna.post(jobActionUrl(job.id, 'pause'));
  await app.db.write((tx) => tx.updateTable('user').set({ permCreate: 0 }).execute());
  await anna.post(jobActionUrl(job.id, 'resume'));
  expect((await reply).status).toBe(403);
  await until(async () => (await theJobOf(anna)).state === 'failed');
  expect((await theJobOf(anna)).failure?.text).toContain('may not do this any more');
  expect((await readdir(app.root)).toSorted()).toEqual(['a.txt', 'much']);
});

test('a cancelled job is run again', async () => {
  await using app = await startTestApp({
    files: { '/docs/a.txt': 'a', '/to/': '' },
    durations,
    config: ON_DISK,
  });
  const anna = await app.logIn();
  const many = Array.from({ length: 300 }, (_, n) => `docs/${n}.txt`);
  await Promise.all(many.map((path) => writeFile(join(app.root, path), 'x')));
  await writeFile(join(app.root, 'docs/endless'), '');
  await truncate(join(app.root, 'docs/endless'), ENDLESS);
  const query = {
    action: 'copy',
    destination: '/to/docs',
    override: false,
    rename: false,
  } as const;
  const copying = anna.patch(transferUrl('/docs', query), {
    headers: { [OPERATION_HEADER]: 'key' },
  });
  await until(async () => ((await jobsOf(anna))[0]?.bytes ?? 0) > 0);
  const { id } = await theJobOf(anna);
  await anna.post(jobActionUrl(id, 'cancel'));
  expect((await copying).status).toBe(400);
  await until(async () => (await theJobOf(anna)).state === 'cancelled');
  await truncate(join(app.root, 'docs/endless'), 10);
  expect((await anna.post(jobActionUrl(id, 'retry'))).status).toBe(200);
  await until(async () => (await theJobOf(anna)).state === 'done');
  expect(await theJobOf(anna)).toMatchObject({ id, result: '/to/docs', errorCount: 0 });
  expect(await readdir(join(app.root, 'to/docs'))).toHaveLength(302);
  expect((await anna.post(jobActionUrl(id, 'retry'))).status).toBe(423);
  const [entry] = await app.db.read.selectFrom('operation').selectAll().execute();
  expect(entry).toBeUndefined();
});

test('entries that cannot be copied are named', async () => {
  await using app = await startTestApp({
    files: { '/docs/a.txt': 'a' },
    durations,
    config: ON_DISK,
  });
  const anna = await app.logIn();
  for (let n = 0; n < 400; n += 1) await writeFile(join(app.root, `docs/${n}.txt`), 'x');
  await mkdir(join(app.root, 'docs/sub'));
  execFileSync('mkfifo', [join(app.root, 'docs/sub/pipe')]);
  const query = { action: 'copy', destination: '/copy', override: false, rename: false } as const;
  const headers = { [OPERATION_HEADER]: 'key' };
  expect((await anna.patch(transferUrl('/docs', query), { headers })).status).toBe(200);
  expect(await theJobOf(anna)).toMatchObject({
    state: 'done',
    result: '/copy',
    errors: [{ item: 'sub/pipe', reason: 'left-out' }],
    errorCount: 1,
  });
});

async function temporaryFolderOf(app: TestApp): Promise<string> {
  const name = (await readdir(app.root)).find((each) => each.endsWith('.part'));
  if (name === undefined) throw new Error('there is no copy');
  return join(app.root, name);
}

test('a copy that a restart interrupts goes on, and copies no file twice', async () => {
  await using app = await anAppWithFiles();
  const anna = await app.logIn();
  const copying = copyDocs(anna).catch(() => undefined);
  await until(async () => (await countCopied(app)) > COUNT / 5);
  const { id } = await theJobOf(anna);
  await anna.post(jobActionUrl(id, 'pause'));
  await delay(300);
  const before = await inodesOf(await temporaryFolderOf(app));
  expect(before.size).toBeGreaterThan(COUNT / 10);
  expect(before.size).toBeLessThan(COUNT);

  await using again = await app.restart();
  await copying;
  await setLengthOfLarge(again, 1_000);
  const bob = again.client(anna.token);
  expect(await theJobOf(bob)).toMatchObject({ id, state: 'paused' });
  expect(await inodesOf(await temporaryFolderOf(again))).toEqual(before);
  expect((await bob.delete('/api/resources/docs')).status).toBe(423);
  expect((await bob.post(jobActionUrl(id, 'resume'))).status).toBe(200);
  const jobNow = async () => (await bob.get(jobUrl(id))).json<Job>();
  await until(async () => (await jobNow()).state === 'done');
  expect(await jobNow()).toMatchObject({ id, result: '/copy', errorCount: 0 });
  const after = await inodesOf(join(again.root, 'copy'));
  expect(after.size).toBe(ALL_FILES);
  // These have another length now.
  const twice = [...before].filter(([path, inode]) => after.get(path) !== inode);
  expect(twice.filter(([path]) => !path.endsWith('large'))).toEqual([]);
  const names = await readdir(again.root);
  expect(names.toSorted()).toEqual(['copy', 'docs']);
  expect(await again.db.read.selectFrom('operation').selectAll().execute()).toEqual([]);
  // A client that has lost the reply gets it by its key.
  expect((await bob.get(operationUrl('docs'))).json()).toMatchObject({
    state: 'ended',
    status: 200,
  });
  // The audit log is stored a moment later.
  const audited = () =>
    again.db.read
      .selectFrom('audit')
      .selectAll()
      .where('act', '=', 'copy')
      .where('status', '=', 200)
      .execute();
  await until(async () => (await audited()).length === 1);
});

test('a running copy goes on by itself after a restart; one without a key does not', async () => {
  await using app = await anAppWithFiles();
  const anna = await app.logIn();
  const copying = copyDocs(anna).catch(() => undefined);
  const query = { action: 'copy', destination: '/other', override: false, rename: false } as const;
  const bound = anna.patch(transferUrl('/docs', query)).catch(() => undefined);
  await until(
    async () => (await countCopied(app)) > COUNT / 5 && (await jobsOf(anna)).length === 2,
  );
  await using again = await app.restart();
  await setLengthOfLarge(again, 1_000);
  await Promise.all([copying, bound]);
  const client = again.client(anna.token);
  await until(async () => (await jobsOf(client)).every(({ endedAt }) => endedAt !== undefined));
  const states = (await jobsOf(client)).map(({ to, state }) => [to, state]);
  expect(new Map(states as [string, string][])).toEqual(
    new Map([
      ['/copy', 'done'],
      ['/other', 'cancelled'],
    ]),
  );
  expect((await readdir(again.root)).toSorted()).toEqual(['copy', 'docs']);
  expect((await inodesOf(join(again.root, 'copy'))).size).toBe(ALL_FILES);
});

test('a job whose user was removed during the restart fails, and its copy is removed', async () => {
  await using app = await anAppWithFiles();
  const anna = await app.logIn();
  const copying = copyDocs(anna).catch(() => undefined);
  await until(async () => (await countCopied(app)) > COUNT / 10);
  await anna.post(jobActionUrl((await theJobOf(anna)).id, 'pause'));
  await app.db.write((tx) => tx.updateTable('job').set({ state: 'running' }).execute());
  await app.db.write((tx) => tx.updateTable('user').set({ permCreate: 0 }).execute());
  await using again = await app.restart();
  await copying;
  const client = again.client(anna.token);
  await until(async () => (await theJobOf(client)).state === 'failed');
  await until(async () => (await readdir(again.root)).every((name) => !name.endsWith('.part')));
  expect((await readdir(again.root)).toSorted()).toEqual(['docs']);
});
