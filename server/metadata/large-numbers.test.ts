import { describe, expect, test } from 'vitest';
import type { AuditedOperation } from '#contract/audit.ts';
import type { ShareColumn } from '#contract/shares.ts';
import { allOf } from '../testing/all-of.ts';
import { describeOnEachEngine, openForTest, temporaryFolder } from '../testing/engines.ts';
import { aShare, aStoredUser, treePath } from '../testing/stored-records.ts';
import { watched } from '../testing/watched-queries.ts';
import { insertAudit, listAudit, type NewAuditEntry, removeAudit, trimAudit } from './audit.ts';
import { BATCH_ROWS, deleteInBatches, SLICE_ROWS } from './batches.ts';
import type { Database } from './database.ts';
import { cleanUpShares, endShare } from './remove-share.ts';
import { countSessions, listSessions, removeExpiredSessions } from './sessions.ts';
import { sharesAt, sharesByOwner, type SharesSearch } from './share-slices.ts';
import { insertShareUses } from './share-uses.ts';
import {
  type OwnColumn,
  positionIn,
  type SharePosition,
  sharesByOwnerName,
  sharesInOrder,
} from './shares-in-order.ts';
import { findShare, insertShare, removeExpiredShares, type StoredShare } from './shares.ts';
import { removeFinishedUploads } from './uploads.ts';
import { userNames, usersById } from './user-slices.ts';
import { insertUser } from './users.ts';

const NOW_MS = 1_000_000;

async function addUsers(db: Database, count: number): Promise<number[]> {
  return db.write(async (tx) => {
    const ids: number[] = [];
    for (let user = 0; user < count; user += 1) {
      ids.push((await insertUser(tx, aStoredUser({ username: `user-${user}` }), 0)).id);
    }
    return ids;
  });
}

/** Every third share is permanent, and many expire at the same time. */
async function addShares(db: Database, userIds: readonly number[], count: number): Promise<void> {
  await db.write(async (tx) => {
    for (let share = 0; share < count; share += 1) {
      const userId = userIds[share % userIds.length] ?? 0;
      const expire = share % 3 === 0 ? 0 : 2_000 + (share % 7);
      await insertShare(tx, aShare({ userId, hash: `hash-${share}`, expire }));
    }
  });
}

type Listed = StoredShare & { readonly username?: string };

const BY_END = { by: 'expire', isAscending: true } as const;

function hashes(shares: readonly { readonly hash: string }[]): string[] {
  return shares.map(({ hash }) => hash);
}

/** Permanent shares end after all others. */
function keyOf(share: Listed, by: ShareColumn): string | number {
  if (by === 'owner') return share.username ?? '';
  return by === 'expire' && share.expire === 0 ? Infinity : positionIn(share, by).key;
}

function compareKeys(one: string | number, other: string | number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function entries(count: number, differing: Partial<NewAuditEntry> = {}): NewAuditEntry[] {
  return Array.from({ length: count }, (_, at) => ({
    at,
    act: 'upload' as const,
    username: 'anna',
    address: '::1',
    about: '/a',
    status: 200,
    ...differing,
  }));
}

describeOnEachEngine('lists of many', ({ open }) => {
  test('reads users in slices, and lets other work continue', async () => {
    const { db, rows, turnsDuring } = watched(await open());
    const ids = await addUsers(db, 250);
    rows.length = 0;
    const seen: number[] = [];
    const turns = await turnsDuring(async () => {
      for (const user of await allOf(usersById(db.read))) seen.push(user.id);
    });
    expect(seen).toEqual(ids);
    expect(rows).toEqual([SLICE_ROWS, SLICE_ROWS, 50]);
    expect(turns).toBeGreaterThanOrEqual(2);

    const names = await allOf(userNames(db.read));
    expect(names.map(({ id }) => id)).toEqual(ids);
    expect(new Set(names.map(({ username }) => username)).size).toBe(250);
  });

  test('reads shares in slices, each once, by owner, expiry and path', async () => {
    const { db, rows } = watched(await open());
    const ids = await addUsers(db, 3);
    await addShares(db, ids, 330);
    rows.length = 0;
    const asked = { nowMs: NOW_MS, order: BY_END };
    const byOwner = await allOf(sharesByOwner(db.read, asked));
    const byEnd = await allOf(sharesInOrder(db.read, asked));
    const there = await allOf(sharesAt(db.read, aShare({ userId: 0 }).path, NOW_MS));
    expect(Math.max(...rows)).toBe(SLICE_ROWS);
    for (const list of [byOwner, byEnd, there]) expect(new Set(hashes(list)).size).toBe(330);
    expect(byOwner.map(({ userId }) => userId)).toEqual(
      byOwner.map(({ userId }) => userId).toSorted((one, other) => one - other),
    );
    const ends = byEnd.map((share) => keyOf(share, 'expire'));
    expect(ends).toEqual(ends.toSorted(compareKeys));
    const own = await allOf(sharesInOrder(db.read, { ...asked, userId: ids[1] }));
    expect(hashes(own)).toEqual(hashes(byEnd.filter(({ userId }) => userId === ids[1])));
  });

  test.each(['expire', 'path', 'used', 'owner'] as const)(
    'shares sorted by %s go on after any of them, in both directions',
    async (by) => {
      const { db, rows } = watched(await open());
      const ids = await addUsers(db, 3);
      await addShares(db, ids, 230);
      await db.write((tx) =>
        tx.updateTable('share').set({ opened: 5 }).where('expire', '=', 2_001).execute(),
      );
      const list = (isAscending: boolean, after?: Listed) =>
        allOf<Listed>(
          by === 'owner'
            ? sharesByOwnerName(db.read, {
                ...{ nowMs: NOW_MS, order: { by, isAscending } },
                from: after && { ...after, username: after.username ?? '' },
              })
            : sharesInOrder(db.read, {
                ...{ nowMs: NOW_MS, order: { by, isAscending } },
                from: after && positionIn(after, by),
              }),
        );
      rows.length = 0;
      const rising = await list(true);
      expect(Math.max(...rows)).toBe(SLICE_ROWS);
      const keys = rising.map((share) => keyOf(share, by));
      expect(keys).toEqual(keys.toSorted(compareKeys));
      expect(new Set(hashes(rising)).size).toBe(230);
      expect(hashes(await list(false))).toEqual(hashes(rising.toReversed()));
      for (const at of [0, 99, 150, 152, 153, 229]) {
        expect(hashes(await list(true, rising[at]))).toEqual(hashes(rising.slice(at + 1)));
        expect(hashes(await list(false, rising[at]))).toEqual(
          hashes(rising.slice(0, at).toReversed()),
        );
      }
    },
  );

  test('finds rare audit entries, and lets other work continue', async () => {
    const { db, turnsDuring } = watched(await open());
    await db.write(async (tx) => {
      await insertAudit(tx, entries(1, { act: 'user-remove', username: 'zoe', status: 403 }));
      await insertAudit(tx, entries(25_000));
    });
    for (const asked of [
      { username: 'zoe' },
      { act: 'user-remove' as AuditedOperation },
      { failedOnly: true },
      {
        sinceMs: 0,
        untilMs: 1,
        username: 'zoe',
        act: 'user-remove' as AuditedOperation,
        failedOnly: true,
      },
    ]) {
      const found: number[] = [];
      const turns = await turnsDuring(async () => {
        found.push(...(await listAudit(db.read, { ...asked, limit: 10 })).map(({ id }) => id));
      });
      expect(found).toEqual([1]);
      expect(turns).toBeGreaterThanOrEqual(2);
    }
    expect(await listAudit(db.read, { limit: 3, before: 3 })).toHaveLength(2);
  });
});

describeOnEachEngine('deletions of many', ({ open }) => {
  test('removes audit entries in batches, and lets other work continue', async () => {
    const { db, rows, turnsDuring } = watched(await open());
    await db.write((tx) => insertAudit(tx, entries(1_300)));
    rows.length = 0;
    let deleted = 0;
    const turns = await turnsDuring(async () => {
      deleted = await deleteInBatches(db, (tx, most) => removeAudit(tx, 1_100, most));
    });
    expect(deleted).toBe(1_100);
    expect(Math.max(...rows)).toBe(BATCH_ROWS);
    expect(rows).toHaveLength(1_100 / BATCH_ROWS + 1);
    expect(turns).toBeGreaterThanOrEqual(2);
    expect(await deleteInBatches(db, (tx, most) => trimAudit(tx, 50, most))).toBe(150);
    expect((await listAudit(db.read, { limit: 500 })).map(({ at }) => at).at(-1)).toBe(1_250);
  });

  test('cleanups that begin together take turns', async () => {
    const { db, turnsDuring } = watched(await open());
    const batches = { one: 5, other: 5 };
    const seen: string[] = [];
    const cleanup = (name: keyof typeof batches) =>
      deleteInBatches(db, async (_tx, most) => {
        seen.push(name);
        batches[name] -= 1;
        return batches[name] > 0 ? most : 0;
      });
    const turns = await turnsDuring(() => Promise.all([cleanup('one'), cleanup('other')]));
    expect(seen.slice(0, 4)).toEqual(['one', 'other', 'one', 'other']);
    expect(turns).toBeGreaterThanOrEqual(9);
  });

  test('expires a share with many uses at once, and removes it in batches', async () => {
    const { db, rows } = watched(await open());
    const [userId = 0] = await addUsers(db, 1);
    await addShares(db, [userId], 2);
    await addUses(db, 'hash-0', 1_200);
    rows.length = 0;
    const ending = endShare(db, 'hash-0');
    expect(await ending).toBe(true);
    expect(Math.max(...rows)).toBe(BATCH_ROWS);
    expect(await findShare(db.read, 'hash-0', NOW_MS)).toBeUndefined();
    expect(await db.read.selectFrom('shareUse').selectAll().execute()).toEqual([]);
    expect(await db.read.selectFrom('share').select('hash').execute()).toEqual([
      { hash: 'hash-1' },
    ]);
    expect(await endShare(db, 'hash-0')).toBe(false);
  });

  test('ended shares and surplus uses go in batches, and the others stay', async () => {
    const { db, rows } = watched(await open());
    const [userId = 0] = await addUsers(db, 1);
    await db.write(async (tx) => {
      await insertShare(tx, aShare({ userId, hash: 'ended', expire: 1 }));
      await insertShare(tx, aShare({ userId, hash: 'often' }));
      await insertShare(tx, aShare({ userId, hash: 'seldom' }));
    });
    for (const hash of ['ended', 'often']) await addUses(db, hash, 1_100);
    await addUses(db, 'seldom', 5);
    rows.length = 0;
    await cleanUpShares(db, { nowMs: NOW_MS, usesBeforeMs: 2, keptUses: 10 });
    expect(Math.max(...rows)).toBe(BATCH_ROWS);
    const left = await db.read
      .selectFrom('shareUse')
      .select(['hash', (uses) => uses.fn.countAll<number>().as('count')])
      .groupBy('hash')
      .orderBy('hash')
      .execute();
    // The two oldest uses of each are too old.
    expect(left).toEqual([
      { hash: 'often', count: 10 },
      { hash: 'seldom', count: 3 },
    ]);
  });
});

async function addUses(db: Database, hash: string, count: number): Promise<void> {
  const use = { hash, kind: 'opened', address: '::1', path: '/', bytes: 0, whole: true } as const;
  const uses = Array.from({ length: count }, (_, at) => ({ ...use, at }));
  await db.write((tx) => insertShareUses(tx, uses));
}

describe('plans of SQLite', () => {
  async function open() {
    const file = `${temporaryFolder()}/plans.db`;
    return watched(await openForTest({ kind: 'sqlite', file }));
  }

  test.each([
    ['of a user', { username: 'anna' }, 'auditByUser'],
    ['of a kind', { act: 'delete' as AuditedOperation }, 'auditByAct'],
    ['that failed', { failedOnly: true }, 'auditFailed'],
  ])('audit entries %s are found by an index', async (_name, asked, index) => {
    const { db, planOf } = await open();
    await db.write((tx) => insertAudit(tx, entries(10)));
    const plan = await planOf(({ read }) => listAudit(read, { ...asked, limit: 5 }));
    expect(plan).toContain(index);
    expect(plan).not.toContain('TEMP B-TREE');
  });

  test('lists are read in the order of an index, without sorting', async () => {
    const { db, planOf } = await open();
    const ids = await addUsers(db, SLICE_ROWS + 1);
    await addShares(db, ids.slice(0, 1), 2 * SLICE_ROWS);
    const asked = { nowMs: NOW_MS };
    const inOrder = (by: OwnColumn, of: SharesSearch = asked) =>
      planOf(({ read }) =>
        allOf(sharesInOrder(read, { ...of, order: { by, isAscending: false } })),
      );
    const soonest = (from?: SharePosition) =>
      planOf(({ read }) => sharesInOrder(read, { ...asked, order: BY_END, from }).next());
    const [userId] = ids;
    const plans = {
      users: await planOf(({ read }) => allOf(usersById(read))),
      names: await planOf(({ read }) => allOf(userNames(read))),
      byOwner: await planOf(({ read }) => allOf(sharesByOwner(read, asked))),
      byEnd: await inOrder('expire'),
      soonest: await soonest(),
      nextSoonest: await soonest({ key: 2_000, hash: '' }),
      permanent: await soonest({ key: 0, hash: '' }),
      own: await inOrder('expire', { ...asked, userId }),
      byPath: await inOrder('path'),
      byUses: await inOrder('used'),
      byOwnerName: await planOf(({ read }) =>
        allOf(sharesByOwnerName(read, { ...asked, order: { by: 'owner', isAscending: false } })),
      ),
      place: await planOf(({ read }) => allOf(sharesAt(read, treePath('/docs/plan.pdf'), NOW_MS))),
      sessions: await planOf(({ read }) => listSessions(read, { userId, nowMs: 1, limit: 9 })),
    };
    for (const plan of Object.values(plans)) expect(plan).not.toContain('TEMP B-TREE');
    expect(plans).toMatchObject({
      users: expect.stringContaining('SEARCH user USING INTEGER PRIMARY KEY (rowid>?)'),
      names: expect.stringContaining('SEARCH user USING INTEGER PRIMARY KEY (rowid>?)'),
      byOwner: expect.stringContaining('shareByOwner ((userId,expire,hash)>(?,?,?))'),
      byEnd: expect.stringContaining('shareByEnd (expire>? AND (expire,hash)<(?,?))'),
      soonest: expect.stringContaining('shareByEnd (expire>?)'),
      nextSoonest: expect.stringContaining('shareByEnd ((expire,hash)>(?,?))'),
      permanent: expect.stringContaining('shareByEnd (expire=? AND hash>?)'),
      own: expect.stringContaining('shareByOwner (userId=? AND expire>? AND (expire,hash)<(?,?))'),
      byPath: expect.stringContaining('shareByPlaceAndHash ((place,hash)<(?,?))'),
      byUses: expect.stringContaining('USING INDEX shareByUses'),
      byOwnerName: expect.stringMatching(/username.*shareByOwner \(userId=\?\)/),
      place: expect.stringContaining('shareByPlaceAndHash (place=? AND hash>?)'),
      sessions: expect.stringContaining('sessionByUserAndUse (userId=?)'),
    });
  });

  test('uses an index to find rows for cleanup', async () => {
    const { planOf } = await open();
    const inTransaction =
      (remove: Parameters<typeof deleteInBatches>[1]) =>
      ({ write }: Database) =>
        write((tx) => remove(tx, 5));
    expect({
      audit: await planOf(inTransaction((tx, most) => removeAudit(tx, 5, most))),
      sessions: await planOf(inTransaction((tx, most) => removeExpiredSessions(tx, 5, most))),
      shares: await planOf(inTransaction((tx, most) => removeExpiredShares(tx, 5, most))),
      uploads: await planOf(inTransaction((tx, most) => removeFinishedUploads(tx, 5, most))),
      count: await planOf(({ read }) => countSessions(read, 5)),
    }).toEqual({
      audit: expect.stringContaining('USING COVERING INDEX auditByTime (at<?)'),
      sessions: expect.stringContaining('USING INDEX sessionByExpiry (expiresAt<?)'),
      shares: expect.stringContaining('shareByEnd (expire>? AND expire<?)'),
      uploads: expect.stringContaining('uploadByFinish (finishedAt<?)'),
      count: expect.stringContaining('USING COVERING INDEX sessionByExpiry (expiresAt>?)'),
    });
  });
});
