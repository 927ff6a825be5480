import { type Job, jobActionUrl, jobsUrl } from '#contract/jobs.ts';
import type { HistoryEntry, UndoOutcome } from '#contract/history.ts';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import { expect, test } from 'vitest';
import { startTestApp, TRASH, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { until } from '../../testing/open-request.ts';

/** Every operation of these tests becomes a job. */
const OPTIONS = { config: { trash: TRASH }, durations: { longOperationMs: 1 } };
const COUNT = 60;
const NAMES = Array.from({ length: COUNT }, (_, n) => `/${n}.txt`);

async function anAppWithDeletions(): Promise<{ app: TestApp; anna: Client }> {
  const files = Object.fromEntries(NAMES.map((name) => [name, name]));
  const app = await startTestApp({ ...OPTIONS, files });
  const anna = await app.logIn();
  const headers = { 'x-operation-group': 'all' };
  for (const name of NAMES) await anna.delete(`/api/resources${name}`, { headers });
  return { app, anna };
}

async function theUndo(client: Client): Promise<Job | undefined> {
  const jobs = (await client.get(jobsUrl())).json<Job[]>();
  return jobs.find(({ kind }) => kind === 'undo');
}

/** Undoes all deletions, and does something to the job when it has begun. */
async function undoAnd(client: Client, action: 'pause' | 'cancel') {
  const body = JSON.stringify({ group: 'all' });
  const reply = client.post('/api/history/undo', { body });
  await until(async () => {
    const job = await theUndo(client);
    return job !== undefined && (await client.post(jobActionUrl(job.id, action))).status === 200;
  });
  return { reply };
}

async function namesIn(app: TestApp): Promise<string[]> {
  const paths = Object.keys(await app.filesOnDisk());
  return paths.filter((path) => !path.includes(TRASH_NAME)).toSorted();
}

test('an undo of many operations is a job, which can be paused and resumed', async () => {
  const { app: started, anna } = await anAppWithDeletions();
  await using app = started;
  const { reply } = await undoAnd(anna, 'pause');
  const job = await theUndo(anna);
  expect(job).toMatchObject({ state: 'paused', count: COUNT, totalItems: COUNT });
  // The step in progress ends.
  await until(async () => {
    const before = await namesIn(app);
    await new Promise((resolve) => setTimeout(resolve, 300));
    return (await namesIn(app)).length === before.length;
  });
  expect((await namesIn(app)).length).toBeLessThan(COUNT);
  await anna.post(jobActionUrl(job?.id ?? 0, 'resume'));
  const { results } = (await reply).json<UndoOutcome>();
  expect(results.map(({ state }) => state)).toEqual(NAMES.map(() => 'undone'));
  expect(await namesIn(app)).toEqual(NAMES.toSorted());
  expect(await theUndo(anna)).toMatchObject({ state: 'done', items: COUNT, errorCount: 0 });
});

test('a cancelled undo leaves what is undone, and a later one does the rest', async () => {
  const { app: started, anna } = await anAppWithDeletions();
  await using app = started;
  const { reply } = await undoAnd(anna, 'cancel');
  expect((await reply).status).toBe(400);
  const back = await namesIn(app);
  expect(back.length).toBeLessThan(COUNT);
  const cancelled = await theUndo(anna);
  expect(cancelled?.state).toBe('cancelled');
  expect(cancelled?.kept ?? 0).toBe(back.length);
  const listed = (await anna.get('/api/history?limit=500')).json<HistoryEntry[]>();
  expect(listed.filter(({ state }) => state === 'undone')).toHaveLength(back.length);
  const rest = (await anna.post('/api/history/undo')).json<UndoOutcome>().results;
  expect(rest).toHaveLength(COUNT - back.length);
  expect(await namesIn(app)).toEqual(NAMES.toSorted());
});

test('what is refused is left, and is named by the job', async () => {
  const { app: started, anna } = await anAppWithDeletions();
  await using app = started;
  await app.changeAsProgram('/7.txt', 'another');
  const { results } = (await anna.post('/api/history/undo')).json<UndoOutcome>();
  const refused = results.filter(({ state }) => state === 'refused');
  expect(refused).toMatchObject([{ path: '/7.txt', reason: 'taken' }]);
  expect(await theUndo(anna)).toMatchObject({
    state: 'done',
    errorCount: 1,
    errors: [{ item: '7.txt', reason: 'not-undone' }],
  });
});

test('an undo that a restart interrupts goes on', async () => {
  const { app, anna } = await anAppWithDeletions();
  const { reply } = await undoAnd(anna, 'pause');
  reply.catch(() => undefined);
  await using again = await app.restart();
  const same = again.client(anna.token);
  const job = await theUndo(same);
  expect(job?.state).toBe('paused');
  expect((await namesIn(again)).length).toBeLessThan(COUNT);
  expect((await same.post(jobActionUrl(job?.id ?? 0, 'resume'))).status).toBe(200);
  await until(async () => (await theUndo(same))?.state === 'done');
  expect(await theUndo(same)).toMatchObject({ items: COUNT, errorCount: 0 });
  expect(await namesIn(again)).toEqual(NAMES.toSorted());
});
