import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { treeIdOf } from './manifest-rows.ts';

describeOnEachEngine('the id of a tree', ({ open }) => {
  test('stays the same, also when several servers ask for it for the first time at once', async () => {
    const db = await open();
    const ids = await Promise.all(Array.from({ length: 4 }, () => treeIdOf(db)));
    expect(ids[0]).toMatch(/^[0-9a-f]{8}$/);
    expect(new Set(ids)).toEqual(new Set([await treeIdOf(db)]));
  });
});
