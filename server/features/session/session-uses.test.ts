import { afterEach, expect, test, vi } from 'vitest';
import type { RequestSession } from '../../access/authenticator.ts';
import { createLogger } from '../../logger.ts';
import type { Database } from '../../metadata/database.ts';
import { insertSession, listSessions } from '../../metadata/sessions.ts';
import { insertUser } from '../../metadata/users.ts';
import { openForTest, temporaryFolder } from '../../testing/engines.ts';
import { aStoredUser } from '../../testing/stored-records.ts';
import { SessionUses } from './session-uses.ts';

const MINUTE = 60_000;
const NOW = 1_700_000_000_000;
const log = createLogger({ kind: 'off' });

afterEach(() => {
  vi.useRealTimers();
});

async function databaseWithSessions(count: number) {
  const db = await openForTest({ kind: 'sqlite', file: `${temporaryFolder()}/filebrowser.db` });
  const user = await db.write((tx) => insertUser(tx, aStoredUser(), NOW));
  const limits = { createdAt: NOW, expiresAt: NOW + 9 * MINUTE, endsAt: NOW + 9 * MINUTE };
  await db.write(async (tx) => {
    for (let at = 0; at < count; at++) {
      const session = {
        idHash: `s${at}`,
        userId: user.id,
        device: '',
        address: '',
        lastUsedAt: NOW,
      };
      await insertSession(tx, { ...session, ...limits });
    }
  });
  const session = (idHash: string) => ({ user, sessionIdHash: idHash }) as RequestSession; // what is looked at
  return { db, session };
}

async function lastUses(db: Database): Promise<number[]> {
  return (await listSessions(db.read, { nowMs: NOW })).map(({ lastUsedAt }) => lastUsedAt);
}

test('uses are stored together once a minute, each session once, with its last use', async () => {
  vi.useFakeTimers({ now: NOW + 1_000, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const { db, session } = await databaseWithSessions(2);
  const uses = new SessionUses({ db, log });
  uses.record(session('s0'), '192.0.2.1');
  vi.advanceTimersByTime(30_000);
  uses.record(session('s0'), '192.0.2.2');
  uses.record(session('s1'), '192.0.2.3');
  expect(await lastUses(db)).toEqual([NOW, NOW]);
  expect(uses.latest('s0')).toMatchObject({ at: NOW + 31_000, address: '192.0.2.2' });

  vi.advanceTimersByTime(30_000);
  await uses.flush();
  expect(await lastUses(db)).toEqual([NOW + 31_000, NOW + 31_000]);
  expect(uses.latest('s0')?.at).toBe(NOW + 31_000);

  const before = db.changeStamp();
  vi.advanceTimersByTime(5 * MINUTE);
  await uses.flush();
  expect(db.changeStamp()).toBe(before);
});

test('thousands of sessions are stored without one long write', async () => {
  const { db, session } = await databaseWithSessions(1_000);
  let writes = 0;
  const counting: Database = {
    ...db,
    write: (work) => {
      writes += 1;
      return db.write(work);
    },
  };
  const uses = new SessionUses({ db: counting, log });
  for (let at = 0; at < 1_000; at++) uses.record(session(`s${at}`), '192.0.2.1');
  await uses.flush();
  expect(writes).toBe(5);
  expect(new Set(await lastUses(db)).has(NOW)).toBe(false);
});

test('a database that takes nothing more is no reason to fail', async () => {
  const { db, session } = await databaseWithSessions(1);
  const full: Database = { ...db, write: () => Promise.reject(new Error('disk full')) };
  const uses = new SessionUses({ db: full, log });
  uses.record(session('s0'), '192.0.2.1');
  await uses.flush();
  uses.record(session('s0'), '192.0.2.1');
  await uses.flush();
  expect(await lastUses(db)).toEqual([NOW]);
});
