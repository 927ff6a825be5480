import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Job, jobActionUrl, jobsUrl } from '#contract/jobs.ts';
import { OPERATION_HEADER, operationUrl } from '#contract/operations.ts';
import { transferUrl } from '#contract/transfers.ts';
import { PASSWORD, startTestCluster, type TestApp, TRASH } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { missingPostgres } from '../testing/engines.ts';
import { namesIn, openStream } from '../testing/event-stream.ts';
import { openRequest, until } from '../testing/open-request.ts';

const missing = missingPostgres();
const ON_DISK = { storage: 'folder' } as const;
/** Every operation becomes a job. */
const durations = { longOperationMs: 1 };
/** Length of a sparse file, which takes no space. No test waits for the end of its copy. */
const ENDLESS = 2_000_000_000_000;
const TUS = { 'tus-resumable': '1.0.0' };

/** Logs in at the first server. Returns a client of each for the same session. */
async function logIn(
  [one, two]: readonly [TestApp, TestApp],
  user = {},
): Promise<[Client, Client]> {
  const client = await one.logIn(user);
  return [client, two.client(client.token)];
}

async function jobsOf(client: Client): Promise<Job[]> {
  return (await client.get(jobsUrl())).json<Job[]>();
}

function copyMuch(client: Client) {
  const query = { action: 'copy', destination: '/copy', override: false, rename: false } as const;
  return client.patch(transferUrl('/much', query), { headers: { [OPERATION_HEADER]: 'much' } });
}

/** Starts two servers, and on the first one a copy that does not end by itself. */
async function withLongCopy() {
  const files = { '/much/b.txt': 'b', '/much/endless': '' };
  const apps = await startTestCluster({ files, durations, config: ON_DISK });
  await truncate(join(apps[0].root, 'much/endless'), ENDLESS);
  const [here, there] = await logIn(apps);
  const reply = copyMuch(here);
  await until(async () => ((await jobsOf(here))[0]?.bytes ?? 0) > 0);
  const [job] = await jobsOf(there);
  if (job === undefined) throw new Error('the other server knows no job');
  return { apps, here, there, reply, job };
}

describe.skipIf(missing !== undefined)(
  `two servers of a cluster${missing === undefined ? '' : ` (not run: ${missing})`}`,
  () => {
    test('send each other what changes, so that pages of both show it', async () => {
      const apps = await startTestCluster({ config: { storage: 'managed' } });
      const [here, there] = await logIn(apps);
      await here.post('/api/resources/docs/');
      await using stream = await openStream(apps[1], there, ['/docs']);
      const before = stream.of('history').length;
      await here.post('/api/resources/docs/new.txt', { body: 'text' });
      // Nothing else than a message leads to this one.
      await stream.until((each) => each.of('history').length > before);
      await stream.until((each) => namesIn(each.of('folder')).includes('new.txt'));
      expect((await there.get('/api/raw/docs/new.txt')).text).toBe('text');
    });

    test('share sessions: who logs out on one is logged out on the other within a second', async () => {
      const [here, there] = await logIn(await startTestCluster());
      const statusOf = async (client: typeof here) => (await client.get('/api/resources/')).status;
      expect(await statusOf(there)).toBe(200);
      await here.post('/api/logout');
      expect(await statusOf(here)).toBe(401);
      await expect.poll(() => statusOf(there), { timeout: 1_000 }).toBe(401);
    });

    test('count wrong passwords together', async () => {
      const [one, two] = await startTestCluster();
      await one.addUser({ username: 'anna' });
      const attempt = (app: TestApp, password: string) =>
        app.visitor.post('/api/login', { body: JSON.stringify({ username: 'anna', password }) });
      for (let n = 0; n < 10; n += 1) expect((await attempt(one, `wrong ${n}`)).status).toBe(403);
      await delay(1_000);
      expect((await attempt(two, PASSWORD)).status).toBe(429);
    });

    test('use changed settings of the trash at once', async () => {
      const apps = await startTestCluster({ config: { trash: { ...TRASH, isOn: false } } });
      const { perm } = await apps[0].addUser({ username: 'model' });
      const [here, there] = await logIn(apps, { username: 'root', perm: { ...perm, admin: true } });
      const settings = (await here.get('/api/settings')).json<{ retention: object }>();
      const retention = { ...settings.retention, trash: true };
      const body = JSON.stringify({ ...settings, retention });
      expect((await here.put('/api/settings', { body })).status).toBe(200);
      await until(async () => {
        const shown = (await there.get('/api/settings')).json<{ retention: { trash: boolean } }>();
        return shown.retention.trash;
      });
    });

    test('keep out of each other’s way', async () => {
      const { here, there, job, reply } = await withLongCopy();
      const rename = {
        action: 'rename',
        destination: '/other',
        override: false,
        rename: false,
      } as const;
      expect((await there.patch(transferUrl('/much', rename))).status).toBe(423);
      const onto = {
        action: 'copy',
        destination: '/copy(1)',
        override: false,
        rename: true,
      } as const;
      expect((await there.patch(transferUrl('/much/b.txt', onto))).status).toBe(200);
      await here.post(jobActionUrl(job.id, 'cancel'));
      await reply;
      expect((await there.patch(transferUrl('/much', rename))).status).toBe(200);
    });

    test('write the same name one after the other', async () => {
      const [here, there] = await logIn(await startTestCluster());
      const writes = Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? here : there).post('/api/resources/one.txt', { body: `${n}` }),
      );
      const statuses = (await Promise.all(writes)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(new Set(statuses)).toEqual(new Set([200, 409]));
    });

    test('answer for a job of the other one, which pauses, resumes and cancels it', async () => {
      const { apps, here, there, job, reply } = await withLongCopy();
      expect(job).toMatchObject({ state: 'running', from: '/much', to: '/copy' });
      await using stream = await openStream(apps[1], there);
      const state = await there.get(operationUrl('much'));
      expect(state.json()).toMatchObject({ state: 'running', kind: 'copy', from: '/much' });
      const paused = await there.post(jobActionUrl(job.id, 'pause'));
      expect(paused.json()).toMatchObject({ state: 'paused' });
      await stream.until((each) => each.of('job').some(({ state }) => state === 'paused'));
      expect((await there.post(jobActionUrl(job.id, 'pause'))).status).toBe(423);
      expect((await there.post(jobActionUrl(job.id, 'resume'))).status).toBe(200);
      // A client that has lost its connection asks the other server for the same.
      const again = copyMuch(there);
      expect((await there.delete(operationUrl('much'))).status).toBe(204);
      expect((await reply).status).toBe(400);
      expect((await again).text).toBe((await reply).text);
      expect((await there.get(operationUrl('much'))).json()).toMatchObject({ state: 'ended' });
      await until(async () => (await jobsOf(here))[0]?.state === 'cancelled');
      expect(await readdir(apps[0].root)).toEqual(['much']);
    });

    test('continue uploads of each other', async () => {
      const apps = await startTestCluster({ config: ON_DISK });
      const [here, there] = await logIn(apps);
      const url = '/api/tus/large.bin';
      await here.post(url, { headers: { ...TUS, 'upload-length': '6' } });
      const type = { 'content-type': 'application/offset+octet-stream' };
      const append = (client: Client, offset: number, body: string) =>
        client.patch(url, { headers: { ...TUS, ...type, 'upload-offset': `${offset}` }, body });
      expect((await append(here, 0, 'ab')).status).toBe(204);
      // This request stands still, as after a lost connection.
      const stalled = openRequest('PATCH', `${apps[0].url}${url}`, {
        ...TUS,
        ...type,
        'x-auth': here.token ?? '',
        'upload-offset': '2',
        'content-length': '4',
      });
      await stalled.send('c');
      const offset = async () => (await there.head(url, { headers: TUS })).headers['upload-offset'];
      await until(async () => (await offset()) === '3');
      expect((await append(there, 3, 'def')).status).toBe(204);
      expect((await here.get('/api/raw/large.bin')).text).toBe('abcdef');
      stalled.breakOff();
    });

    test('a server that leaves hands its jobs over to the other one', async () => {
      const { apps, there, job, reply } = await withLongCopy();
      reply.catch(() => undefined);
      await there.post(jobActionUrl(job.id, 'pause'));
      await apps[0][Symbol.asyncDispose]();
      await until(async () => (await there.post(jobActionUrl(job.id, 'resume'))).status === 200);
      await until(async () => (await jobsOf(there))[0]?.state === 'running');
      await there.post(jobActionUrl(job.id, 'cancel'));
      await until(async () => (await jobsOf(there))[0]?.state === 'cancelled');
      const names = () => readdir(apps[1].root);
      await until(async () => (await names()).length === 1);
      expect(await names()).toEqual(['much']);
    });
  },
);
