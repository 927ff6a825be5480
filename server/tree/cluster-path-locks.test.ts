import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { joinForTest, type TestMember, twoMembers } from '../testing/cluster-member.ts';
import { emptyPostgres, missingPostgres } from '../testing/engines.ts';
import { until } from '../testing/open-request.ts';
import { treePath } from '../testing/stored-records.ts';
import { ClusterPathLocks } from './cluster-path-locks.ts';

const missing = missingPostgres();
const LOCKED = { code: 'locked' };

function locksOf({ db, member }: TestMember): ClusterPathLocks {
  return new ClusterPathLocks({ db, owner: member });
}

const exclusive = (path: string) => ({ path: treePath(path), access: 'exclusive' }) as const;
const shared = (path: string) => ({ path: treePath(path), access: 'shared' }) as const;

describe.skipIf(missing !== undefined)(
  `path locks of a cluster${missing === undefined ? '' : ` (not run: ${missing})`}`,
  () => {
    test('refuse what an operation of another server excludes', async () => {
      const [one, two] = (await twoMembers()).map(locksOf) as [ClusterPathLocks, ClusterPathLocks];
      const nothing = () => Promise.resolve();
      await one.claim([exclusive('/docs'), shared('/from')], async () => {
        await expect(two.write([treePath('/docs/a.txt')], nothing)).rejects.toMatchObject(LOCKED);
        await expect(two.claim([exclusive('/Docs/sub')], nothing)).rejects.toMatchObject(LOCKED);
        await expect(two.claim([exclusive('/')], nothing)).rejects.toMatchObject(LOCKED);
        await expect(two.claim([exclusive('/from/sub')], nothing)).rejects.toMatchObject(LOCKED);
        expect(await two.recover([exclusive('/docs')])).toBeUndefined();
        await two.claim([shared('/from/sub')], nothing);
        await two.write([treePath('/from/a.txt')], nothing);
        expect(await two.isChanging(treePath('/docs/a.txt'))).toBe(true);
        expect(await two.isChanging(treePath('/from/a.txt'))).toBe(false);
        expect(await two.isMoving(treePath('/docs/sub'))).toBe(true);
        expect(await two.isMoving(treePath('/from/sub'))).toBe(false);
        expect(await two.isMoving(treePath('/'))).toBe(false);
      });
      await two.claim([exclusive('/')], nothing);
    });

    test('let a write, and an operation above it, wait for the write of another server', async () => {
      const [one, two] = (await twoMembers()).map(locksOf) as [ClusterPathLocks, ClusterPathLocks];
      const steps: string[] = [];
      const path = treePath('/docs/a.txt');
      let end = (): void => undefined;
      const first = one.write([path], () => new Promise<void>((resolve) => (end = resolve)));
      await until(() => Promise.resolve(end.length === 1));
      const second = two.write([path], async () => void steps.push('write'));
      const above = two.claim([exclusive('/docs')], async () => void steps.push('claim'));
      await delay(300);
      expect(steps).toEqual([]);
      end();
      await Promise.allSettled([first, second, above]);
      expect(steps).toContain('write');
    });

    test('are taken over from a dead server by the one that recovers its work', async () => {
      const one = await joinForTest(await emptyPostgres());
      onTestFinished(() => one.leave());
      const claim = { id: 'copy', server: 'dead', path: '/docs', access: 'exclusive' };
      await one.db.write((tx) => tx.insertInto('pathClaim').values(claim).execute());
      const locks = locksOf(one);
      const write = () => locks.write([treePath('/docs/a.txt')], () => Promise.resolve('written'));
      let release: (() => void) | undefined;
      one.member.onDeath(async () => {
        await expect(write()).rejects.toMatchObject(LOCKED);
        release = await locks.recover([exclusive('/docs')]);
        return () => undefined;
      });
      await one.member.begin();
      expect(release).toBeDefined();
      await expect(write()).rejects.toMatchObject(LOCKED);
      release?.();
      await until(async () => (await write().catch(() => '')) === 'written');
    });
  },
);
