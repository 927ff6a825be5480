import { expect, test } from 'vitest';
import type { CommandRunsPage } from '#contract/commands.ts';
import { insertCommandRun, type NewCommandRun } from '../../metadata/command-runs.ts';
import type { Database } from '../../metadata/database.ts';
import { COMMANDS, startTestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const ADMIN = { username: 'root', perm: { ...aStoredUser().perm, admin: true } };

function aRun(differing: Partial<NewCommandRun> = {}): NewCommandRun {
  return {
    startedAt: Date.now(),
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
    ...differing,
  };
}

async function record(db: Database, runs: readonly NewCommandRun[]): Promise<void> {
  await db.write(async (tx) => {
    for (const run of runs) await insertCommandRun(tx, run);
  });
}

async function pageOf(client: Client, query = ''): Promise<CommandRunsPage> {
  const reply = await client.get(`/api/commands/runs${query}`);
  expect(reply.status).toBe(200);
  return reply.json<CommandRunsPage>();
}

test('lists runs to administrators, page by page, the latest first', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn(ADMIN);
  await record(
    app.db,
    Array.from({ length: 230 }, (_, index) => aRun({ line: `run ${index}` })),
  );

  const first = await pageOf(admin);
  const second = await pageOf(admin, `?before=${first.runs.at(-1)?.id}`);
  const third = await pageOf(admin, `?before=${second.runs.at(-1)?.id}`);
  expect([first, second, third].map(({ runs, hasMore }) => [runs.length, hasMore])).toEqual([
    [100, true],
    [100, true],
    [30, false],
  ]);
  const lines = [first, second, third].flatMap(({ runs }) => runs.map(({ line }) => line));
  expect(lines).toEqual(Array.from({ length: 230 }, (_, index) => `run ${229 - index}`));
  expect(first.runs[0]).toEqual({
    ...aRun({ line: 'run 229' }),
    id: expect.any(Number),
    startedAt: expect.any(Number),
  });
});

test('can omit successful runs', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn(ADMIN);
  await record(app.db, [aRun(), aRun({ exitCode: 2, line: 'bad' }), aRun({ outcome: 'too-long' })]);
  const { runs, hasMore } = await pageOf(admin, '?failed=true');
  expect(runs.map(({ outcome, line }) => [outcome, line])).toEqual([
    ['too-long', 'scan $FILE'],
    ['exit', 'bad'],
  ]);
  expect(hasMore).toBe(false);
});

test('refuses other users, and invalid ids', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  expect((await anna.get('/api/commands/runs')).status).toBe(403);
  expect((await app.visitor.get('/api/commands/runs')).status).toBe(401);
  const admin = await app.logIn(ADMIN);
  for (const before of ['x', '-1', '1.5', '', '9999999999999999999']) {
    const { status } = await admin.get(`/api/commands/runs?before=${before}`);
    expect([before, status]).toEqual([before, 400]);
  }
});

test('removes runs older than the retention at a start', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn(ADMIN);
  await record(app.db, [aRun({ startedAt: Date.now() - 600_000, line: 'old' }), aRun()]);

  const commands = { ...COMMANDS, recordExpiryMs: 300_000 };
  await using after = await app.restart({ commands });
  const { runs } = await pageOf(after.client(admin.token));
  expect(runs.map(({ line }) => line)).toEqual(['scan $FILE']);
});
