import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openForTest, temporaryFolder } from '../testing/engines.ts';
import { lockElsewhere } from '../testing/lock-elsewhere.ts';
import { aStoredUser } from '../testing/stored-records.ts';
import type { Database } from './database.ts';
import { countUsers, findUserByName, insertUser } from './users.ts';

/** A write fails after five seconds. */

const inFolder = () => join(temporaryFolder(), 'filebrowser.db');

function addUser(db: Database, username: string) {
  return db.write((tx) => insertUser(tx, aStoredUser({ username }), 0));
}

test.each(['immediate', 'exclusive'] as const)(
  'while another process has begun a transaction (%s), reads go on, and a write succeeds as soon as it ends',
  async (how) => {
    const file = inFolder();
    const db = await openForTest({ kind: 'sqlite', file });
    await addUser(db, 'anna');
    const unlock = await lockElsewhere(file, how);

    let hasWritten = false;
    const writing = addUser(db, 'bob').then(() => (hasWritten = true));
    // Timers of this process still fire: waiting for the lock does not block it.
    for (let n = 0; n < 20; n += 1) {
      expect(await countUsers(db.read)).toBe(1);
      await delay(1);
    }
    expect(hasWritten).toBe(false);
    await unlock();
    await writing;
    expect(await findUserByName(db.read, 'bob')).toBeDefined();
  },
);

test('writes that another process keeps out are refused, all of them after the same time, and succeed later', async () => {
  const file = inFolder();
  const db = await openForTest({ kind: 'sqlite', file });
  const unlock = await lockElsewhere(file, 'immediate');

  // One after another, they would take ten times as long as the limit of the test.
  const writes = Array.from({ length: 100 }, (_, n) => addUser(db, `user ${n}`));
  const outcomes = await Promise.allSettled(writes);
  const codes = outcomes.map((each) => (each.status === 'rejected' ? each.reason : 'stored'));
  expect(new Set(codes.map((each: { code?: string }) => each.code))).toEqual(
    new Set(['database-unavailable']),
  );
  expect(codes[0]).toMatchObject({ retryAfterSeconds: 5 });
  expect(await countUsers(db.read)).toBe(0);

  await unlock();
  await addUser(db, 'anna');
  expect(await countUsers(db.read)).toBe(1);
});

test('reads see changes of a transaction only after it is stored', async () => {
  const db = await openForTest({ kind: 'sqlite', file: inFolder() });
  const stamp = db.changeStamp();
  await db.write(async (tx) => {
    await insertUser(tx, aStoredUser(), 0);
    expect(await countUsers(db.read)).toBe(0);
    expect(db.changeStamp()).toBe(stamp);
  });
  expect(await countUsers(db.read)).toBe(1);
  expect(db.changeStamp()).not.toBe(stamp);
});

test('a server does not store anything any more when its write-ahead log has been removed', async () => {
  const file = inFolder();
  const db = await openForTest({ kind: 'sqlite', file });
  await addUser(db, 'anna');
  rmSync(`${file}-wal`);
  await expect(addUser(db, 'bob')).rejects.toThrow(
    /filebrowser\.db-wal was removed or replaced while the database was open/,
  );
});

test('the write-ahead log of a server does not grow without end, and checkpoints cancel no locks', async () => {
  const file = inFolder();
  const db = await openForTest({ kind: 'sqlite', file });
  const long = 'x'.repeat(100_000);
  for (let n = 0; n < 600; n += 1) await addUser(db, `user ${n} ${long}`);
  // Without checkpoints, the log would contain everything that was written.
  expect(statSync(file).size).toBeGreaterThan(20_000_000);
  expect(statSync(`${file}-wal`).size).toBeLessThan(40_000_000);
  const lock = new RegExp(`POSIX +ADVISORY +READ +${process.pid} \\S+:${statSync(file).ino} `);
  expect(readFileSync('/proc/locks', 'utf8')).toMatch(lock);
});
