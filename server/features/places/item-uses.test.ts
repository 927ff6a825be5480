import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTreeChanges } from '../../events/tree-changes.ts';
import { createLogger } from '../../logger.ts';
import { listUsed } from '../../metadata/user-items.ts';
import { insertUser } from '../../metadata/users.ts';
import { openForTest, temporaryFolder } from '../../testing/engines.ts';
import { aStoredUser, treePath } from '../../testing/stored-records.ts';
import { ItemUses } from './item-uses.ts';

async function followedUses() {
  const db = await openForTest({ kind: 'sqlite', file: join(temporaryFolder(), 'filebrowser.db') });
  const { id } = await db.write((tx) => insertUser(tx, aStoredUser(), 0));
  const log = createLogger({ kind: 'off' });
  const uses = new ItemUses({ db, log });
  const changes = createTreeChanges(log);
  uses.follow(changes);
  return {
    changes,
    use: (...paths: readonly string[]) => {
      for (const path of paths) uses.record(id, treePath(path), 'opened');
    },
    stored: async () => {
      await uses.flush();
      return (await listUsed(db.read, id, 10)).map(({ path }) => path).toSorted();
    },
  };
}

test('uses that are not stored yet follow the move of a folder above them', async () => {
  const { changes, use, stored } = await followedUses();
  use('/docs/plan.txt', '/docs2/a.txt', '/docs/deep/old.txt', '/docs');
  changes.announce({ kind: 'moved', from: treePath('/docs'), to: treePath('/papers') });
  expect(await stored()).toEqual([
    '/docs2/a.txt',
    '/papers',
    '/papers/deep/old.txt',
    '/papers/plan.txt',
  ]);
});

test('uses that are not stored yet are forgotten with a folder above them', async () => {
  const { changes, use, stored } = await followedUses();
  use('/docs/plan.txt', '/docs2/a.txt');
  changes.announce({ kind: 'vanished', path: treePath('/docs') });
  expect(await stored()).toEqual(['/docs2/a.txt']);
});

test.each([false, true])(
  'uses follow what another server of a cluster changes meanwhile, stored: %s',
  async (isStored) => {
    const { changes, use, stored } = await followedUses();
    use('/docs/plan.txt', '/docs2/a.txt', '/gone/b.txt');
    if (isStored) await stored();
    changes.receive({ kind: 'moved', from: treePath('/docs'), to: treePath('/papers') });
    changes.receive({ kind: 'vanished', path: treePath('/gone') });
    changes.receive({ kind: 'moved', from: treePath('/papers/plan.txt'), to: treePath('/b.txt') });
    expect(await stored()).toEqual(['/b.txt', '/docs2/a.txt']);
  },
);
