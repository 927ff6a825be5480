import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { insertAudit, listAudit, type NewAuditEntry, removeAudit, trimAudit } from './audit.ts';

function anEntry(differing: Partial<NewAuditEntry> = {}): NewAuditEntry {
  return {
    at: 1_000,
    act: 'delete',
    username: 'ann',
    address: '192.0.2.7',
    about: '/Ünï 😀',
    status: 204,
    ...differing,
  };
}

describeOnEachEngine('the audit record', ({ open }) => {
  test('lists entries, the latest first, by user and action, and continues at a position', async () => {
    const db = await open();
    const entries = [
      anEntry({ act: 'move', destination: '/b' }),
      anEntry({ act: 'user-change', username: 'ben', fields: ['perm.share'], status: 403 }),
      anEntry({ username: 'ben', at: 5 }),
      anEntry({ act: 'save', status: 200, failedCommand: 'after_save' }),
    ];
    await db.write((tx) => insertAudit(tx, entries));

    const all = await listAudit(db.read, { limit: 9 });
    expect(all).toEqual(
      entries.toReversed().map((entry) => ({ id: expect.any(Number), ...entry })),
    );
    expect(await listAudit(db.read, { limit: 1, before: all[0]?.id })).toEqual([all[1]]);
    expect(await listAudit(db.read, { limit: 9, username: 'ben' })).toEqual(all.slice(1, 3));
    expect(await listAudit(db.read, { limit: 9, username: 'ben', act: 'delete' })).toEqual([
      all[1],
    ]);
    expect(await listAudit(db.read, { limit: 9, failedOnly: true })).toEqual([all[0], all[2]]);
    expect(await listAudit(db.read, { limit: 9, untilMs: 6 })).toEqual([all[1]]);
    expect(await listAudit(db.read, { limit: 9, sinceMs: 5, untilMs: 6 })).toEqual([all[1]]);
    expect(await listAudit(db.read, { limit: 9, sinceMs: 6 })).not.toContainEqual(all[1]);
    expect(await listAudit(db.read, { limit: 9, username: 'b\0' })).toEqual([]);
  });

  test('inserts many at once, and accepts any typed name', async () => {
    const db = await open();
    const many = Array.from({ length: 1_201 }, (_, at) => anEntry({ at }));
    await db.write((tx) => insertAudit(tx, [...many, anEntry({ username: 'a\0\uD800' })]));
    const [last, before] = await listAudit(db.read, { limit: 2_000 });
    expect([last?.username, before?.at]).toEqual(['a\uFFFD\uFFFD', 1_200]);
  });

  test('removes old entries, and those above the limit', async () => {
    const db = await open();
    await db.write((tx) =>
      insertAudit(
        tx,
        [1, 2, 3, 4, 5].map((at) => anEntry({ at })),
      ),
    );
    const left = async () => (await listAudit(db.read, { limit: 9 })).map(({ at }) => at);
    expect(await db.write((tx) => removeAudit(tx, 3, 9))).toBe(2);
    expect(await left()).toEqual([5, 4, 3]);
    expect(await db.write((tx) => trimAudit(tx, 2, 9))).toBe(1);
    expect(await db.write((tx) => trimAudit(tx, 2, 9))).toBe(0);
    expect(await left()).toEqual([5, 4]);
  });
});
