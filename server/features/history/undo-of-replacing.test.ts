import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditPage } from '#contract/audit.ts';
import type { HistoryEntry, UndoOutcome } from '#contract/history.ts';
import { type Job, jobActionUrl, jobsUrl } from '#contract/jobs.ts';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import type { TrashedItem } from '#contract/trash.ts';
import { expect, test } from 'vitest';
import { insertOperation } from '../../metadata/operation-journal.ts';
import { updateGlobalSettings } from '../../metadata/settings.ts';
import { updateUser } from '../../metadata/users.ts';
import {
  startTestApp,
  TRASH,
  type TestApp,
  type TestAppOptions,
  VERSIONS,
} from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { until } from '../../testing/open-request.ts';
import { aStoredUser, treePath } from '../../testing/stored-records.ts';

const FILES = { '/a.txt': 'the moved file', '/b.txt': 'the replaced file' };
const CONFIG = {
  trash: TRASH,
  versions: VERSIONS,
  features: { thumbnails: true, resizePreview: true, exec: true, shell: false },
};

/** Starts an app in which anna has moved /a.txt over /b.txt. */
async function startReplaced(options: TestAppOptions = {}) {
  // Its commands change the files on the disk.
  const config = { ...CONFIG, storage: 'folder' } as const;
  const app = await startTestApp({ files: FILES, ...options, config });
  const { perm } = aStoredUser();
  const anna = await app.logIn({ username: 'anna', perm: { ...perm, create: false } });
  const ada = await app.logIn({ username: 'ada', perm: { ...perm, admin: true } });
  const moved = await anna.patch(
    '/api/resources/a.txt?action=rename&destination=/b.txt&override=true',
  );
  expect(moved.status).toBe(200);
  return { app, anna, ada };
}

async function allowCreating(app: TestApp): Promise<void> {
  const user = await app.db.read
    .selectFrom('user')
    .select('id')
    .where('username', '=', 'anna')
    .executeTakeFirstOrThrow();
  const changes = { perm: { ...aStoredUser().perm, create: true } };
  await app.db.write((tx) => updateUser(tx, user.id, { changes, nowMs: Date.now() }));
}

/** Runs a command with each move: `after_rename` is between the two halves of an undo. */
async function runWithMoves(
  app: TestApp,
  trigger: 'before_rename' | 'after_rename',
  line: string,
): Promise<void> {
  const commands = { [trigger]: [line] };
  await app.db.write((tx) => updateGlobalSettings(tx, (stored) => ({ ...stored, commands })));
}

async function undo(client: Client): Promise<UndoOutcome['results']> {
  const reply = await client.post('/api/history/undo');
  expect(reply.status).toBe(200);
  return reply.json<UndoOutcome>().results;
}

async function filesOf(app: TestApp): Promise<Record<string, string>> {
  const files = Object.entries(await app.filesOnDisk());
  return Object.fromEntries(files.filter(([path]) => !path.includes(TRASH_NAME)));
}

async function trashOf(client: Client) {
  const items = (await client.get('/api/trash')).json<TrashedItem[]>();
  return items.map(({ path, size, deletedBy }) => ({ path, size, deletedBy }));
}

async function historyOf(client: Client) {
  const listed = (await client.get('/api/history')).json<HistoryEntry[]>();
  return listed.map(({ kind, path, state }) => [kind, path, state]);
}

async function auditOf(admin: Client) {
  const { entries } = (await admin.get('/api/audit?user=anna')).json<AuditPage>();
  const changes = entries.filter(({ act }) => act !== 'sign-in');
  return changes.map(({ act, about, destination }) => [act, about, destination]);
}

const REPLACED_IN_TRASH = [{ path: '/b.txt', size: FILES['/b.txt'].length, deletedBy: 'anna' }];

test('nothing moves when the replaced file could not come back, and the undo is possible later', async () => {
  const { app: started, anna } = await startReplaced();
  await using app = started;
  const refused = [{ kind: 'move', state: 'refused', reason: 'forbidden' }];
  expect(await undo(anna)).toMatchObject(refused);
  expect(await filesOf(app)).toEqual({ '/b.txt': FILES['/a.txt'] });
  expect(await undo(anna)).toMatchObject(refused);
  await allowCreating(app);
  expect(await undo(anna)).toMatchObject([{ state: 'undone' }]);
  expect(await filesOf(app)).toEqual(FILES);
});

test('a replaced file whose name is taken during the undo is in the trash, and comes back later', async () => {
  const { app: started, anna, ada } = await startReplaced();
  await using app = started;
  await allowCreating(app);
  await runWithMoves(app, 'after_rename', `touch ${join(app.root, 'b.txt')}`);
  expect(await undo(anna)).toMatchObject([{ kind: 'move', state: 'refused', reason: 'taken' }]);
  expect(await filesOf(app)).toEqual({ '/a.txt': FILES['/a.txt'], '/b.txt': '' });
  expect(await trashOf(anna)).toEqual(REPLACED_IN_TRASH);
  expect(await historyOf(anna)).toEqual([['delete', '/b.txt', 'done']]);
  await expect
    .poll(() => auditOf(ada))
    .toEqual([
      ['move', '/b.txt', '/a.txt'],
      ['move', '/a.txt', '/b.txt'],
    ]);
  await app.changeAsProgram('/b.txt', undefined);
  expect(await undo(anna)).toMatchObject([{ path: '/b.txt', state: 'undone' }]);
  expect(await filesOf(app)).toEqual(FILES);
  expect(await trashOf(anna)).toEqual([]);
});

test('an undo that is cancelled between its halves is completed', async () => {
  const { app: started, anna } = await startReplaced({ durations: { longOperationMs: 1 } });
  await using app = started;
  await allowCreating(app);
  const gate = join(app.root, 'gate');
  await runWithMoves(app, 'after_rename', `/bin/sh -c 'until [ -e ${gate} ]; do sleep 0.02; done'`);
  const undone = undo(anna);
  await until(async () => '/a.txt' in (await filesOf(app)));
  await until(async () => {
    const jobs = (await anna.get(jobsUrl())).json<Job[]>();
    const job = jobs.find(({ kind }) => kind === 'undo');
    return job !== undefined && (await anna.post(jobActionUrl(job.id, 'cancel'))).status === 200;
  });
  await writeFile(gate, '');
  expect(await undone).toMatchObject([{ state: 'undone' }]);
  await rm(gate);
  expect(await filesOf(app)).toEqual(FILES);
});

test('the replaced file cannot be deleted for good while the undo moves the other one back', async () => {
  const { app: started, anna } = await startReplaced();
  await using app = started;
  await allowCreating(app);
  const { id } = await app.db.read.selectFrom('trash').select('id').executeTakeFirstOrThrow();
  const [begun, gate] = [join(app.root, 'begun'), join(app.root, 'gate')];
  const wait = `touch ${begun}; until [ -e ${gate} ]; do sleep 0.02; done`;
  await runWithMoves(app, 'before_rename', `/bin/sh -c '${wait}'`);
  const undone = undo(anna);
  await until(async () => '/begun' in (await filesOf(app)));
  expect((await anna.delete(`/api/version/${id}`)).status).toBe(423);
  await writeFile(gate, '');
  expect(await undone).toMatchObject([{ state: 'undone' }]);
  expect(await filesOf(app)).toMatchObject(FILES);
});

test('after a crash during the move back, the replaced file is in the trash, and the undo goes on', async () => {
  const { app, anna } = await startReplaced();
  await allowCreating(app);
  const history = await app.db.read.selectFrom('history').selectAll().executeTakeFirstOrThrow();
  const version = await app.db.read.selectFrom('trash').selectAll().executeTakeFirstOrThrow();
  // The state of the disk and of the database after the rename of the move back.
  await rename(join(app.root, 'b.txt'), join(app.root, 'a.txt'));
  await app.db.write((tx) =>
    insertOperation(
      tx,
      {
        kind: 'move',
        state: 'renaming',
        source: treePath('/b.txt'),
        target: treePath('/a.txt'),
        replaces: false,
        ofUndo: { begins: { id: history.id, version: version.id } },
      },
      { userId: history.userId, shares: [] },
    ),
  );
  await using again = await app.restart();
  const same = again.client(anna.token);
  expect(await trashOf(same)).toEqual(REPLACED_IN_TRASH);
  expect(await historyOf(same)).toEqual([['delete', '/b.txt', 'done']]);
  expect(await undo(same)).toMatchObject([{ state: 'undone' }]);
  expect(await filesOf(again)).toEqual(FILES);
  expect(await trashOf(same)).toEqual([]);
});
