import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mountHanging, whyNoHangingMount } from '../../scripts/hanging-mount.mjs';
import type { DatabaseConfig } from '../config/config.ts';
import { modulePath, spawnScript } from '../testing/child-script.ts';
import {
  describeOnEachEngine,
  emptyPostgres,
  missingPostgres,
  openForTest,
  temporaryFolder,
} from '../testing/engines.ts';
import { aStoredUser } from '../testing/stored-records.ts';
import { awaitLease } from './await-lease.ts';
import { guardedByLease } from './guarded-by-lease.ts';
import type { Lease } from './lease.ts';
import { leaseDatabase } from './lease-database.ts';
import { leaseFile, probeBeside } from './lease-file.ts';
import { countUsers, insertUser } from './users.ts';

async function taken(config: DatabaseConfig): Promise<Lease> {
  const outcome = await leaseDatabase(config);
  if (outcome.kind !== 'held') throw new Error(`the lease is ${outcome.kind}`);
  onTestFinished(() => outcome.lease.release());
  return outcome.lease;
}

const kindOf = async (config: DatabaseConfig) => (await leaseDatabase(config)).kind;

describeOnEachEngine('the lease of a database', ({ emptyDatabase, kind }) => {
  test('is held by one process only, until it is released', async () => {
    const config = await emptyDatabase();
    const lease = await taken(config);
    await lease.held();
    expect(await kindOf(config)).toBe('taken');
    await lease.release();
    await taken(config);
  });

  test('is free as soon as its process has been killed', async () => {
    const config = await emptyDatabase();
    const owner = spawnScript(`
      import { leaseDatabase } from '${modulePath('metadata/lease-database.ts')}';
      const { kind } = await leaseDatabase(${JSON.stringify(config)});
      process.stdout.write(kind);
      setInterval(() => undefined, 1_000);`);
    const [said] = (await once(owner.stdout, 'data')) as [Buffer];
    expect(said.toString()).toBe('held');
    expect(await kindOf(config)).toBe('taken');
    owner.kill('SIGKILL');
    await once(owner, 'close');
    await taken(config);
  });

  test.skipIf(kind !== 'sqlite')('does not end with a garbage collection', async () => {
    const config = await emptyDatabase();
    const owner = spawnScript(`
      import { setFlagsFromString } from 'node:v8';
      import { runInNewContext } from 'node:vm';
      import { setTimeout as delay } from 'node:timers/promises';
      import { leaseDatabase } from '${modulePath('metadata/lease-database.ts')}';
      await leaseDatabase(${JSON.stringify(config)});
      setFlagsFromString('--expose-gc');
      const collectGarbage = runInNewContext('gc');
      for (let n = 0; n < 5; n += 1) {
        await delay(10);
        collectGarbage();
      }
      process.stdout.write('collected');
      setInterval(() => undefined, 1_000);`);
    await once(owner.stdout, 'data');
    expect(await kindOf(config)).toBe('taken');
  });

  test('does not prevent using the database without it', async () => {
    const config = await emptyDatabase();
    await taken(config);
    const db = await openForTest(config, 'command');
    await db.write((tx) => insertUser(tx, aStoredUser(), 0));
    expect(await countUsers(db.read)).toBe(1);
  });

  test.skipIf(kind !== 'postgres')(
    'is taken again when its connection breaks, and writes wait for that',
    async () => {
      const config = await emptyDatabase();
      const lease = await taken(config);
      const db = guardedByLease(await openForTest(config), lease);
      let isLost = false;
      void lease.lost.then(() => (isLost = true));
      await inPostgres(config, async (client) => {
        const { rowCount } = await client.query(END_LEASES);
        expect(rowCount).toBe(1);
        await vi.waitUntil(async () => (await client.query(FIND_LEASES)).rowCount === 0);
      });
      await db.write((tx) => insertUser(tx, aStoredUser(), 0));
      expect(await kindOf(config)).toBe('taken');
      expect(isLost).toBe(false);
    },
  );

  test.skipIf(kind !== 'postgres')(
    'is lost to the server that has taken it while the connection was broken: nothing more is written',
    async () => {
      const config = await emptyDatabase();
      const lease = await taken(config);
      const db = guardedByLease(await openForTest(config), lease);
      await inPostgres(config, async (client) => {
        await client.query(END_LEASES);
        await vi.waitUntil(async () => {
          const { rows } = await client.query(TAKE_LEASE);
          return (rows[0] as { held: boolean }).held;
        });
        expect(await lease.lost).toMatch(/another server has taken over/);
        await expect(db.write((tx) => insertUser(tx, aStoredUser(), 0))).rejects.toMatchObject({
          code: 'database-unavailable',
        });
        expect(await countUsers(db.read)).toBe(0);
      });
    },
  );
});

describeOnEachEngine('a server that waits for the lease', ({ emptyDatabase, kind }) => {
  test('takes it when it is released', async () => {
    const config = await emptyDatabase();
    const lease = await taken(config);
    const waiting = waitFor(config);
    await delay(700);
    expect(waiting.outcome()).toBe('waiting');
    await lease.release();
    await waiting.ended;
    expect(waiting.outcome()).toBe('held');
    expect(await kindOf(config)).toBe('taken');
  });

  test('stops waiting when it is told to', async () => {
    const config = await emptyDatabase();
    await taken(config);
    const waiting = waitFor(config);
    waiting.stop();
    await waiting.ended;
    expect(waiting.outcome()).toBe('stopped');
  });

  test('is one of several, of which one takes it', async () => {
    const config = await emptyDatabase();
    const lease = await taken(config);
    const all = [waitFor(config), waitFor(config), waitFor(config)];
    await delay(700);
    await lease.release();
    await Promise.race(all.map(({ ended }) => ended));
    await delay(1_500);
    expect(all.map(({ outcome }) => outcome()).toSorted()).toEqual(['held', 'waiting', 'waiting']);
  });

  test.skipIf(kind !== 'postgres')(
    'leaves it to a server that is alive, and takes it from one that is suspended, which can write nothing any more',
    { timeout: 60_000 },
    async () => {
      const config = await emptyDatabase();
      const owner = writingOwner(config);
      await vi.waitUntil(() => owner.written() > 3, 10_000);
      const waiting = waitFor(config, { silenceMs: 7_000 });
      await delay(9_000);
      expect(waiting.outcome()).toBe('waiting');
      owner.process.kill('SIGSTOP');
      await waiting.ended;
      expect(waiting.outcome()).toBe('held');

      const db = await openForTest(config, 'command');
      const before = await countUsers(db.read);
      owner.process.kill('SIGCONT');
      await vi.waitUntil(() => owner.output().includes('refused'), 20_000);
      await vi.waitUntil(() => owner.output().includes('another server has taken over'), 20_000);
      expect(await countUsers(db.read)).toBe(before);
      expect(owner.written()).toBeLessThanOrEqual(before);
    },
  );
});

test.skipIf(missingPostgres() !== undefined)(
  'who takes the lease of a suspended server whose session was lost ends its other connections',
  { timeout: 60_000 },
  async () => {
    const config = await emptyPostgres();
    const owner = writingOwner(config);
    await vi.waitUntil(() => owner.written() > 3, 10_000);
    owner.process.kill('SIGSTOP');
    await inPostgres(config, async (client) => {
      await client.query(END_LEASES);
      expect((await client.query(FIND_OTHERS)).rowCount).toBeGreaterThan(0);
      await taken(config);
      expect((await client.query(FIND_OTHERS)).rowCount).toBe(0);
    });
    const db = await openForTest(config, 'command');
    const before = await countUsers(db.read);
    owner.process.kill('SIGCONT');
    await vi.waitUntil(() => owner.output().includes('refused'), 20_000);
    expect(await countUsers(db.read)).toBe(before);
  },
);

/** Begins to wait for the lease of a database. What it gets is released after the test. */
function waitFor(config: DatabaseConfig, options: { readonly silenceMs?: number } = {}) {
  const stopper = new AbortController();
  let outcome = 'waiting';
  const waiting = awaitLease(config, {
    signal: stopper.signal,
    onUnreachable: (error) => expect.fail(String(error)),
    ...options,
  });
  const ended = waiting.then((reached) => void (outcome = reached?.kind ?? 'stopped'));
  onTestFinished(async () => {
    stopper.abort();
    const reached = await waiting;
    if (reached?.kind === 'held') await reached.lease.release();
  });
  return { ended, outcome: () => outcome, stop: () => stopper.abort() };
}

/**
 * Starts a process that holds the lease and writes users one after the other, without asking its lease before, as a process does that
 * has been suspended between the question and the write.
 */
function writingOwner(config: DatabaseConfig) {
  const child = spawnScript(`
    import { leaseDatabase } from '${modulePath('metadata/lease-database.ts')}';
    import { openDatabase } from '${modulePath('metadata/database.ts')}';
    import { insertUser } from '${modulePath('metadata/users.ts')}';
    const config = ${JSON.stringify(config)};
    const { lease } = await leaseDatabase(config);
    void lease.lost.then((reason) => console.log(reason));
    const db = await openDatabase(config, 'server', { owner: lease.owner });
    const user = ${JSON.stringify(aStoredUser())};
    for (let index = 0; ; index += 1) {
      try {
        await db.write((tx) => insertUser(tx, { ...user, username: 'user' + index }, 0));
        console.log('written');
      } catch {
        console.log('refused');
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }`);
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const written = () => output.split('written').length - 1;
  return { process: child, output: () => output, written };
}

const FIND_LEASES = `select pid from pg_stat_activity
  where datname = current_database() and application_name like 'filebrowser lease %'`;
const FIND_OTHERS = `select pid from pg_stat_activity
  where datname = current_database() and application_name ~ '^filebrowser [0-9a-f]+$'`;
const END_LEASES = `select pg_terminate_backend(pid) from (${FIND_LEASES}) as leases`;
const TAKE_LEASE =
  "select pg_try_advisory_lock(1178730497, hashtext(coalesce(current_schema(), ''))) as held";

async function inPostgres(
  config: DatabaseConfig,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  if (config.kind !== 'postgres') throw new Error('this is for PostgreSQL only');
  const client = new Client({ connectionString: config.url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

test('a database has one lease, by whatever symlink it is named', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'filebrowser.db');
  await openForTest({ kind: 'sqlite', file });
  symlinkSync(file, join(folder, 'link.db'));
  await taken({ kind: 'sqlite', file });
  expect(await kindOf({ kind: 'sqlite', file: join(folder, 'link.db') })).toBe('taken');
});

test.each([
  [undefined, []],
  [{ stays: true }, ['lock']],
])('a lock file is made when a lease is taken; with %j, %j is left', async (options, left) => {
  const path = join(temporaryFolder(), 'lock');
  const outcome = await leaseFile(path, probeBeside(path), options);
  expect(readdirSync(join(path, '..'))).toEqual(['lock']);
  expect((await leaseFile(path, probeBeside(path), options)).kind).toBe('taken');
  expect(readdirSync(join(path, '..'))).toEqual(['lock']);
  if (outcome.kind === 'held') await outcome.lease.release();
  expect(readdirSync(join(path, '..'))).toEqual(left);
  expect((await leaseFile(path, probeBeside(path), options)).kind).toBe('held');
});

test.each<[string, (path: string) => void, RegExp]>([
  ['a symlink', (path) => symlinkSync('/etc/hostname', path), /lock is not a file; remove it/],
  ['a folder', (path) => mkdirSync(path), /lock is not a file; remove it/],
  ['another file', (path) => writeFileSync(path, 'text '.repeat(99)), /not a file of File Browser/],
])('in the place of a lock file, %s is left as it is', async (_, make, reason) => {
  const path = join(temporaryFolder(), 'lock');
  make(path);
  expect(await leaseFile(path, probeBeside(path))).toEqual({
    kind: 'impossible',
    reason: expect.stringMatching(reason),
  });
  expect(existsSync(path)).toBe(true);
});

describe.skipIf(whyNoHangingMount() !== undefined)('on a mounted file system', () => {
  /** The errors with which file systems refuse locks: without a lock manager, without locks, and without permission. */
  test.each(['ENOLCK', 'EOPNOTSUPP', 'EPERM'])(
    'that refuses locks with %s, a lease is impossible, and nothing else is left there',
    async (lockError) => {
      const mount = await mountHanging(join(temporaryFolder(), 'mounted'), { lockError });
      onTestFinished(() => mount.unmount());
      const path = join(mount.folder, 'lock');
      expect(await leaseFile(path, probeBeside(path))).toEqual({
        kind: 'impossible',
        reason: 'its file system does not support locks',
      });
      expect(readdirSync(mount.folder)).toEqual(['lock']);
    },
  );

  test('that does not answer, a lease is impossible, and one that is held can be released', async () => {
    const mount = await mountHanging(join(temporaryFolder(), 'mounted'));
    onTestFinished(() => mount.unmount());
    const [held, other] = ['held', 'other'].map((name) => join(mount.folder, name)) as [
      string,
      string,
    ];
    const outcome = await leaseFile(held, probeBeside(held));
    mount.freeze();
    expect(await leaseFile(other, probeBeside(other))).toEqual({
      kind: 'impossible',
      reason: 'its file system does not answer',
    });
    if (outcome.kind !== 'held') throw new Error(`the lease is ${outcome.kind}`);
    await outcome.lease.release();
    mount.thaw();
  });
});
