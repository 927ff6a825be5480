import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { treePath } from '../testing/stored-records.ts';
import type { Database } from './database.ts';
import {
  countHistory,
  findAction,
  historyOf,
  type HistoryPosition,
  insertHistory,
  type NewHistory,
  removeOldHistory,
  removeSurplusHistory,
  markImpossible,
  setHistoryState,
  type StoredHistory,
  trimAction,
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
    // Another request has found that its item is gone.
    expect(await db.write((tx) => markImpossible(tx, done?.id ?? 0, 'gone'))).toBe(false);
    expect((await entriesOf(db)).map(({ state }) => state)).toEqual(['impossible', 'undone']);
    expect(await db.write((tx) => markImpossible(tx, impossible?.id ?? 0, 'gone'))).toBe(true);
    expect((await entriesOf(db))[0]).toMatchObject({ state: 'impossible', reason: 'gone' });
  });

  test('old operations are deleted', async () => {
    const db = await open();
    const entries = [1, 2, 3, 4, 5].map((at) => moved(`${at}`, at));
    await db.write((tx) => insertHistory(tx, [...entries, moved('x', 1, { userId: 2 })]));
    expect(await db.write((tx) => removeOldHistory(tx, 3, 2))).toBe(2);
    expect(await db.write((tx) => removeOldHistory(tx, 3, 2))).toBe(1);
    expect(await timesOf(db)).toEqual([5, 4, 3]);
  });

  test('operations beyond the newest ones of a user are deleted, each with its whole action', async () => {
    const db = await open();
    const group = { group: 'upload' };
    const entries = [moved('a', 1), moved('b', 2, group), moved('c', 3, group), moved('d', 4)];
    await db.write((tx) => insertHistory(tx, [...entries, moved('x', 1, { userId: 2 })]));
    expect(await db.write((tx) => removeSurplusHistory(tx, 2))).toBe(3);
    expect(await db.write((tx) => removeSurplusHistory(tx, 2))).toBe(0);
    expect([await timesOf(db), await timesOf(db, 2)]).toEqual([[4], [1]]);
  });

  test('an action of more operations than are kept cannot be undone, and displaces no other one', async () => {
    const db = await open();
    const group = { group: 'upload' };
    const action = { userId: 1, group: 'upload' };
    const entries = [moved('z', 1), moved('a', 2, group), moved('b', 3, group), moved('c', 4)];
    await db.write((tx) => insertHistory(tx, entries));
    await db.write((tx) => trimAction(tx, action, 1));
    expect(await entriesOf(db)).toMatchObject([
      { at: 4, state: 'done' },
      { at: 3, state: 'impossible', reason: 'too-many' },
      { at: 1, state: 'done' },
    ]);
    expect(await findAction(db.read, action)).toMatchObject([{ at: 3 }]);
  });
});
