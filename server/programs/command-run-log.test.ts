import { expect, test } from 'vitest';
import { listCommandRuns, type NewCommandRun } from '../metadata/command-runs.ts';
import { describeOnEachEngine } from '../testing/engines.ts';
import { createCommandRunLog } from './command-run-log.ts';

const RUN: NewCommandRun = {
  startedAt: 1,
  kind: 'event',
  username: 'ann',
  trigger: 'after_upload',
  line: 'scan $FILE',
  path: '/a.txt',
  outcome: 'exit',
  exitCode: 0,
  durationMs: 12,
  output: 'clean',
  isCut: false,
};

const log = {
  error: (facts: object) => {
    throw new Error(JSON.stringify(facts));
  },
};

describeOnEachEngine('the command log', ({ open }) => {
  test('counts the runs of one user beyond the limit in one entry, and stores failures and others', async () => {
    const db = await open();
    const record = createCommandRunLog({ db, log });
    for (let index = 0; index < 230; index += 1) await record.note({ ...RUN, path: `/${index}` });
    await record.note({ ...RUN, exitCode: 1 });
    await record.note({ ...RUN, username: 'ben' });
    const runs = await listCommandRuns(db.read, { limit: 1_000 });
    expect(runs).toHaveLength(203);
    expect(runs.slice(0, 3)).toMatchObject([
      { username: 'ben' },
      { username: 'ann', exitCode: 1 },
      { username: 'ann', path: '/200', more: 29 },
    ]);
  });

  test('counts runs that end at the same time in one entry as well', async () => {
    const db = await open();
    const record = createCommandRunLog({ db, log });
    await Promise.all(Array.from({ length: 1_000 }, () => record.note(RUN)));
    const runs = await listCommandRuns(db.read, { limit: 1_000 });
    expect(runs).toHaveLength(201);
    expect(runs.reduce((sum, { more = 0 }) => sum + 1 + more, 0)).toBe(1_000);
  });

  test('caps the length of a line and a path', async () => {
    const db = await open();
    const long = 'x'.repeat(100_000);
    await createCommandRunLog({ db, log }).note({ ...RUN, line: long, path: `/${long}/end` });
    const [run] = await listCommandRuns(db.read, { limit: 1 });
    expect(run?.line.length).toBe(4_096);
    expect(run?.path).toMatch(/^.{512}$/);
    expect(run?.path).toMatch(/\/end$/);
  });
});
