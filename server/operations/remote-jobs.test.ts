import { expect, test } from 'vitest';
import { NO_CLUSTER } from '../cluster/cluster.ts';
import { insertJob, updateJob } from '../metadata/jobs.ts';
import { describeOnEachEngine } from '../testing/engines.ts';
import { aStoredJob } from '../testing/stored-records.ts';
import { RemoteJobs } from './remote-jobs.ts';

const NOW = Date.now();

/** A copy of another server that its user has just cancelled, and that has not ended yet. */
const CANCELLED = aStoredJob({ state: 'cancelled', startedAt: NOW - 60_000, endedAt: NOW });

describeOnEachEngine('a cancelled job of another server', ({ open }) => {
  test('has its outcome when its operation has ended, not before', async () => {
    const db = await open();
    const id = await db.write((tx) => insertJob(tx, CANCELLED));
    const jobs = new RemoteJobs({ db, cluster: { ...NO_CLUSTER, server: 'this' } });
    const seen: unknown[] = [];
    const outcome = jobs.outcomeOf(1, 'copy').then((reply) => seen.push(reply));
    expect(await jobs.find(1, 'copy')).toMatchObject({ state: 'cancelled' });
    expect(seen).toEqual([]);
    const reply = { status: 400, text: 'cancelled', headers: {} };
    await db.write((tx) => updateJob(tx, id, { outcome: { reply } }));
    await outcome;
    expect(seen).toEqual([reply]);
  });

  test('has none if its server has died since', async () => {
    const db = await open();
    await db.write((tx) => insertJob(tx, { ...CANCELLED, endedAt: NOW - 60_000 }));
    const jobs = new RemoteJobs({ db, cluster: { ...NO_CLUSTER, server: 'this' } });
    expect(await jobs.outcomeOf(1, 'copy')).toBeUndefined();
  });
});
