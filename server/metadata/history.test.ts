import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { treePath } from '../testing/stored-records.ts';
import type { Database } from './database.ts';
import {
  countHistory,
  historyOf,
  type HistoryPosition,
  insertHistory,
  type NewHistory,
  removeOldHistory,
  setHistoryState,
  type StoredHistory,
  trimHistory,
} from './history.ts';

function moved(name: string, at: number, more: Partial<NewHistory> = {}): NewHistory {
  const done = {
    kind: 'move',
    source: treePath(`/old/${name}`),
    target: treePath(`/new/${name}`),
    item: 'item',
  } as const;
  return { userId: 1, group: undefined, done, reason: undefined, at, ...more };
}

async function entriesOf(
  db: Database,
  userId = 1,
  before?: HistoryPosition,
): Promise<StoredHistory[]> {
  const entries: StoredHistory[] = [];
  for await (const slice of historyOf(db.read, userId, before)) entries.push(...slice);
  return entries;
}

const timesOf = async (...asked: Parameters<typeof entriesOf>) =>
  (await entriesOf(...asked)).map(({ at }) => at);

describeOnEachEngine('history', ({ open }) => {
  test('operations of a user are read as they were stored, the newest first', async () => {
    const db = await open();
    const name = 'ملف "b" %_\\ 🎉';
    const entry = moved(name, 5, { group: 'key' });
    await db.write((tx) =>
      insertHistory(tx, [moved('a', 1), entry, moved('c', 3, { userId: 2 }), moved('d', 5)]),
    );
    expect(await timesOf(db)).toEqual([5, 5, 1]);
    const [last, first] = await entriesOf(db);
    expect(first).toMatchObject({ ...entry, state: 'done' });
    expect(await timesOf(db, 1, last)).toEqual([5, 1]);
    expect(await timesOf(db, 1, first)).toEqual([1]);
    expect([await countHistory(db.read, 1), await countHistory(db.read, 3)]).toEqual([3, 0]);
  });

  test('an operation is undone, or cannot be', async () => {
    const db = await open();
    await db.write((tx) => insertHistory(tx, [moved('a', 1), moved('b', 2, { reason: 'merged' })]));
    const [impossible, done] = await entriesOf(db);
    expect(impossible).toMatchObject({ state: 'impossible', reason: 'merged' });
    await db.write((tx) =>
      setHistoryState(tx, done?.id ?? 0, { state: 'undone', reason: undefined }),
    );
    expect((await entriesOf(db)).map(({ state }) => state)).toEqual(['impossible', 'undone']);
  });

  test('old operations, and those beyond the newest ones of a user, are deleted', async () => {
    const db = await open();
    const entries = [1, 2, 3, 4, 5].map((at) => moved(`${at}`, at));
    await db.write((tx) => insertHistory(tx, [...entries, moved('x', 1, { userId: 2 })]));
    expect(await db.write((tx) => removeOldHistory(tx, 3, 2))).toBe(2);
    expect(await db.write((tx) => removeOldHistory(tx, 3, 2))).toBe(1);
    expect(await timesOf(db)).toEqual([5, 4, 3]);
    await db.write((tx) => trimHistory(tx, 1, 2));
    expect(await timesOf(db)).toEqual([5, 4]);
  });

  test('the rest of an action that is only partly kept cannot be undone', async () => {
    const db = await open();
    const group = { group: 'upload' };
    await db.write((tx) =>
      insertHistory(tx, [moved('a', 1, group), moved('b', 2, group), moved('c', 3)]),
    );
    await db.write((tx) => trimHistory(tx, 1, 2));
    expect(await entriesOf(db)).toMatchObject([
      { at: 3, state: 'done' },
      { at: 2, state: 'impossible', reason: 'too-many' },
    ]);
  });
});
