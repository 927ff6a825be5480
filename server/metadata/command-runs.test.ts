import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import {
  insertCommandRun,
  listCommandRuns,
  type NewCommandRun,
  removeCommandRuns,
  trimCommandRuns,
} from './command-runs.ts';
import type { Database } from './database.ts';

function aRun(differing: Partial<NewCommandRun> = {}): NewCommandRun {
  return {
    startedAt: 1_000,
    kind: 'panel',
    username: 'ann',
    line: 'git pull',
    path: '/Ünï 😀',
    outcome: 'exit',
    exitCode: 0,
    durationMs: 250,
    output: 'Already up to date.\n',
    isCut: false,
    ...differing,
  };
}

async function add(db: Database, ...runs: readonly NewCommandRun[]): Promise<void> {
  for (const run of runs) await db.write((tx) => insertCommandRun(tx, run));
}

const startsOf = async (db: Database) =>
  (await listCommandRuns(db.read, { limit: 100 })).map(({ startedAt }) => startedAt);

describeOnEachEngine('the record of commands', ({ open }) => {
  test('lists runs, the latest first, and continues at a position', async () => {
    const db = await open();
    const { exitCode: _, ...ended } = aRun({ outcome: 'too-long', isCut: true });
    const runs = [aRun(), aRun({ kind: 'event', trigger: 'before_save', exitCode: 3 }), ended];
    await add(db, ...runs);

    const all = await listCommandRuns(db.read, { limit: 100 });
    expect(all).toEqual(runs.toReversed().map((run) => ({ id: expect.any(Number), ...run })));
    const first = await listCommandRuns(db.read, { limit: 2 });
    expect(first).toEqual(all.slice(0, 2));
    expect(await listCommandRuns(db.read, { limit: 2, before: first.at(-1)?.id })).toEqual(
      all.slice(2),
    );
  });

  test('can omit successful runs', async () => {
    const db = await open();
    const { exitCode: _, ...stopped } = aRun({ outcome: 'stopped', startedAt: 3 });
    await add(db, aRun({ startedAt: 1 }), aRun({ startedAt: 2, exitCode: 1 }), stopped);
    const failed = await listCommandRuns(db.read, { limit: 100, failedOnly: true });
    expect(failed.map(({ startedAt }) => startedAt)).toEqual([3, 2]);
  });

  test('takes whatever a program prints and a file is called, and times that are no whole numbers', async () => {
    const db = await open();
    const strange = 'a\0b\uD800c';
    await add(
      db,
      aRun({ username: strange, line: strange, path: strange, output: strange, durationMs: 1.4 }),
    );
    const shown = 'a\uFFFDb\uFFFDc';
    expect(await listCommandRuns(db.read, { limit: 1 })).toMatchObject([
      { username: shown, line: shown, path: shown, output: shown, durationMs: 1 },
    ]);
  });

  test('removes old runs, and those above the limit', async () => {
    const db = await open();
    await add(db, ...[1, 2, 3, 4, 5, 6].map((startedAt) => aRun({ startedAt })));
    expect(await db.write((tx) => removeCommandRuns(tx, 3, 9))).toBe(2);
    expect(await startsOf(db)).toEqual([6, 5, 4, 3]);
    expect(await db.write((tx) => trimCommandRuns(tx, 3, 9))).toBe(1);
    expect(await startsOf(db)).toEqual([6, 5, 4]);
    expect(await db.write((tx) => trimCommandRuns(tx, 3, 9))).toBe(0);
    expect(await startsOf(db)).toEqual([6, 5, 4]);
  });
});
