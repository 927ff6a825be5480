import { expect, test } from 'vitest';
import type { TreePath } from '#contract/paths.ts';
import type { Database } from '../../metadata/database.ts';
import { trimShareUses } from '../../metadata/remove-share.ts';
import { listShareUses } from '../../metadata/share-uses.ts';
import { insertShare } from '../../metadata/shares.ts';
import { insertUser } from '../../metadata/users.ts';
import { describeOnEachEngine } from '../../testing/engines.ts';
import { aStoredUser, treePath } from '../../testing/stored-records.ts';
import { startTestApp } from '../../testing/app.ts';
import { recordUses } from '../../testing/shares.ts';
import { removeEndedShares } from './ended-shares.ts';

const DAY_MS = 86_400_000;
const PATH: TreePath = treePath('/a.txt');

async function addShare(db: Database, userId: number, hash: string, expire = 0): Promise<void> {
  const share = {
    hash,
    userId,
    path: PATH,
    isFolder: false,
    item: undefined,
    passwordHash: undefined,
    expire,
    createdAt: Date.now(),
  };
  await db.write((tx) => insertShare(tx, share));
}

async function addUses(db: Database, hash: string, times: readonly number[]): Promise<void> {
  const uses = times.map(
    (at) =>
      ({
        hash,
        kind: 'opened',
        at,
        address: '192.0.2.1',
        path: '/',
        bytes: 0,
        whole: true,
      }) as const,
  );
  await recordUses(db, uses);
}

describeOnEachEngine('the cleanup of shares', ({ open }) => {
  async function twoLinks(): Promise<Database> {
    const db = await open();
    const { id } = await db.write((tx) => insertUser(tx, aStoredUser(), 0));
    await addShare(db, id, 'lasting');
    await addShare(db, id, 'ended', Math.floor(Date.now() / 1_000));
    return db;
  }

  const usesOf = async (db: Database, hash: string) =>
    (await listShareUses(db.read, hash, { limit: 100 })).map(({ at }) => at);

  test('removes expired shares with their uses, and old uses', async () => {
    const db = await twoLinks();
    const now = Date.now();
    await addUses(db, 'lasting', [now - 91 * DAY_MS, now - 89 * DAY_MS, now]);
    await addUses(db, 'ended', [now]);
    await removeEndedShares(db, 90 * DAY_MS, Date.now());

    expect(await usesOf(db, 'lasting')).toEqual([now, now - 89 * DAY_MS]);
    expect(await usesOf(db, 'ended')).toEqual([]);
    expect(await db.read.selectFrom('share').select(['hash', 'opened']).execute()).toEqual([
      { hash: 'lasting', opened: 3 },
    ]);
  });

  test('keeps the newest uses of a share with too many, and those of others', async () => {
    const db = await twoLinks();
    await addUses(db, 'lasting', [1, 2, 3, 4, 5]);
    await addUses(db, 'ended', [1, 2]);

    expect(await trimShareUses(db, 3)).toBe(2);
    expect(await usesOf(db, 'lasting')).toEqual([5, 4, 3]);
    expect(await usesOf(db, 'ended')).toEqual([2, 1]);
    expect(await trimShareUses(db, 3)).toBe(0);
  });
});

test('runs at a start', async () => {
  await using app = await startTestApp({ files: { '/a.txt': '' } });
  const { id } = await app.addUser();
  const now = Date.now();
  await addShare(app.db, id, 'lasting');
  await addShare(app.db, id, 'ended', Math.floor(now / 1_000) - 5);
  await addUses(app.db, 'lasting', [now - 3_000, now]);

  await using after = await app.restart({ shares: { recordExpiryMs: 2_000 } });
  expect(await after.db.read.selectFrom('share').select('hash').execute()).toEqual([
    { hash: 'lasting' },
  ]);
  expect(await listShareUses(after.db.read, 'lasting', { limit: 9 })).toMatchObject([{ at: now }]);
});
