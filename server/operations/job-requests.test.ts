import { expect, test, vi } from 'vitest';
import { type Cluster, type MessageListener, NO_CLUSTER } from '../cluster/cluster.ts';
import { createLogger } from '../logger.ts';
import type { Database } from '../metadata/database.ts';
import { findJob, insertJob, updateJob } from '../metadata/jobs.ts';
import { describeOnEachEngine } from '../testing/engines.ts';
import { aStoredJob } from '../testing/stored-records.ts';
import { wrongJobState } from './job-errors.ts';
import { JobRequests } from './job-requests.ts';
import { RemoteJobs } from './remote-jobs.ts';

const log = createLogger({ kind: 'off' });

const RUNNING = aStoredJob();

const PAUSE = { action: 'pause', keepsPart: false } as const;
const CANCEL = { action: 'cancel', keepsPart: false } as const;

/** Returns the jobs of a server, whose messages reach the one that works on them. That one does what is asked with `perform`. */
function remoteJobs(db: Database, perform: ConstructorParameters<typeof JobRequests>[1]) {
  const listeners: MessageListener[] = [];
  const other: Cluster = {
    ...NO_CLUSTER,
    server: 'other',
    onMessage: (listener) => void listeners.push(listener),
  };
  const requests = new JobRequests({ db, cluster: other, log }, perform);
  const send: Cluster['send'] = (message) => listeners.forEach((listener) => listener(message));
  return {
    jobs: new RemoteJobs({ db, cluster: { ...NO_CLUSTER, server: 'this', send } }),
    requests,
  };
}

describeOnEachEngine('a request for a job of another server', ({ open }) => {
  test('is refused when that server refuses it, and the next one is not', async () => {
    const db = await open();
    const id = await db.write((tx) => insertJob(tx, RUNNING));
    const { jobs } = remoteJobs(db, async (job, { action }) => {
      // It is ending already, which its row does not say.
      if (action === 'pause') throw wrongJobState();
      await db.write((tx) => updateJob(tx, job.id, { state: 'cancelled', endedAt: 1 }));
    });
    await expect(jobs.ask({ id }, PAUSE)).rejects.toMatchObject({ code: 'locked' });
    expect(await findJob(db.read, id)).toMatchObject({ state: 'running', asked: undefined });
    await jobs.ask({ id }, CANCEL);
    expect(await findJob(db.read, id)).toMatchObject({ state: 'cancelled', asked: undefined });
  });

  test('is not held up by the end of another job', async () => {
    const db = await open();
    const large = await db.write((tx) => insertJob(tx, RUNNING));
    const small = await db.write((tx) => insertJob(tx, { ...RUNNING, key: 'small' }));
    let release = (): void => undefined;
    const removed = new Promise<void>((resolve) => {
      release = resolve;
    });
    const performed: number[] = [];
    const { jobs, requests } = remoteJobs(db, async (job, { action }) => {
      performed.push(job.id);
      const state = action === 'cancel' ? ('cancelled' as const) : ('paused' as const);
      await db.write((tx) => updateJob(tx, job.id, { state }));
      if (job.id === large) await removed;
    });
    // Removing its copy takes long.
    await jobs.ask({ id: large }, CANCEL);
    await jobs.ask({ id: small }, PAUSE);
    requests.handle();
    expect(await findJob(db.read, small)).toMatchObject({ state: 'paused', asked: undefined });
    expect(await findJob(db.read, large)).toMatchObject({ state: 'cancelled', asked: CANCEL });
    release();
    await vi.waitFor(async () =>
      expect(await findJob(db.read, large)).toMatchObject({ asked: undefined }),
    );
    expect(performed).toEqual([large, small]);
  });
});
