import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../metadata/database.ts';
import { readMigrationSource, writeMigrationSource } from '../../../metadata/settings.ts';
import { runCli } from '../../../testing/cli.ts';
import { temporaryFolder } from '../../../testing/engines.ts';
import { runWatched } from '../../../testing/run-watched.ts';
import {
  legacyFolder,
  stateOf,
  answerOf,
  legacyDatabase,
} from '../recorded-databases.test-tools.ts';
import type { MigrationReportDocument } from './migration-report.ts';

const RICH = 'v2.63.23-rich';
const MOVED_IN = ['filebrowser.db', 'filebrowser.sqlite', 'filebrowser.takeover.json'];
const NAMES = answerOf(RICH).users.map(({ username }) => username);

/** A root that does not contain the databases. */
const ELSEWHERE = { FB_ROOT: 'data' };

async function usersIn(folder: string, ...flags: string[]) {
  return usersServed(ELSEWHERE, folder, ...flags);
}

async function usersServed(
  variables: Readonly<Record<string, string>>,
  folder: string,
  ...flags: string[]
) {
  const { printed, messages } = await runCli(['users', 'ls', '--json', ...flags], {
    folder,
    variables,
  });
  const users = JSON.parse(printed) as readonly { readonly username: string }[];
  return { names: users.map(({ username }) => username), messages };
}

test('migrates with the first command, and uses the new database later', async () => {
  const { folder, old } = legacyFolder(RICH);
  const before = stateOf(old);
  const first = await usersIn(folder);
  expect(first.names.toSorted()).toEqual(NAMES.toSorted());
  expect(first.messages).toContain(`${old} is a database of File Browser 2. It is not changed`);
  expect(first.messages).toMatch(/7 users, [78] shares/);

  expect(readdirSync(folder)).toEqual(MOVED_IN);
  expect(stateOf(old)).toEqual(before);
  const file = join(folder, 'filebrowser.takeover.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const report = JSON.parse(readFileSync(file, 'utf8')) as MigrationReportDocument;
  expect(report).toMatchObject({ files: [old], users: 7 });
  expect(report.decisions).toContainEqual({
    about: 'server',
    message:
      'File Browser 2 ran commands; they are disabled until config set --disableExec=false. Commands of users then run only inside bubblewrap: install it, or config set --commandSandbox=auto',
  });

  await runCli(['users', 'rm', 'ann'], { folder });
  const second = await usersIn(folder, '--database', old);
  expect(second.messages).toBe('');
  expect(second.names).not.toContain('ann');
  await expect(runCli(['config', 'init'], { folder })).rejects.toThrow(
    /is a database of File Browser 2, which is migrated to/,
  );

  rmSync(old);
  expect((await usersIn(folder)).names).toEqual(second.names);
  expect(readdirSync(folder)).toEqual(MOVED_IN.slice(1));
});

test('uses the new database also if the old one had the extension of ours, and was removed', async () => {
  const { folder, old } = legacyFolder(RICH);
  const named = join(folder, 'fb.sqlite');
  renameSync(old, named);
  const { names } = await usersIn(folder, '--database', named);
  expect(names.toSorted()).toEqual(NAMES.toSorted());

  rmSync(named);
  expect((await usersIn(folder, '--database', named)).names).toEqual(names);
  expect(readdirSync(folder)).toEqual(['fb.sqlite.sqlite', 'fb.sqlite.takeover.json']);
});

test('reports later changes of the old database, and does not migrate them', async () => {
  const { folder, old } = legacyFolder(RICH);
  await usersIn(folder);
  // A copy with other times is still the same database.
  const copy = readFileSync(old);
  rmSync(old);
  writeFileSync(old, copy);
  expect((await usersIn(folder)).messages).toBe('');

  writeFileSync(old, legacyDatabase('v2.63.23-many'));
  const { names, messages } = await usersIn(folder);
  expect(messages).toContain(`${old} has changed since it was migrated`);
  expect(messages).toContain(`filebrowser import ${old} --database NEW`);
  expect(names.toSorted()).toEqual(NAMES.toSorted());
});

/** Migrates a database in another folder and copies it here, as a user could upload one to become administrator. */
async function plantDatabase(folder: string): Promise<string> {
  const own = legacyFolder('v2.63.23-many');
  await usersIn(own.folder);
  const planted = join(folder, 'filebrowser.sqlite');
  cpSync(join(own.folder, 'filebrowser.sqlite'), planted);
  return planted;
}

test.each([
  ['the served folder', { FB_ROOT: '.' }],
  ['a folder above', { FB_ROOT: '..' }],
  ['a root without --root', {}],
])(
  'a planted database beside the old one in %s is refused and not changed',
  async (_, variables) => {
    const { folder, old } = legacyFolder(RICH);
    const planted = await plantDatabase(folder);
    // Users can see and set size and time; the contents decide.
    const forged = await openDatabase({ kind: 'sqlite', file: planted });
    const { size, mtimeMs } = statSync(old);
    const from = { file: old, size, modifiedMs: mtimeMs, digest: '0'.repeat(64), at: 1 };
    await forged.write((tx) => writeMigrationSource(tx, from));
    await forged.close();

    const refused = `${planted} is not opened: users may have uploaded it, and ${old}, from which it claims to be migrated, has changed since`;
    await expect(usersServed(variables, folder)).rejects.toThrow(refused);
    await expect(usersServed(variables, folder)).rejects.toThrow(
      `start with --database ${planted}`,
    );
    rmSync(old);
    await expect(usersServed(variables, folder)).rejects.toThrow(
      `${old}, from which it claims to be migrated`,
    );
    expect((await usersServed(variables, folder, '--database', planted)).names).not.toEqual([]);
  },
);

test('uses a migrated database in the served folder if the unchanged old one confirms it', async () => {
  const { folder } = legacyFolder(RICH);
  const served = { FB_ROOT: '.' };
  expect((await usersServed(served, folder)).names).toHaveLength(7);
  expect((await usersServed(served, folder)).names).toHaveLength(7);
});

test.each(['-wal', '-journal'])(
  'a companion file that would change the new database is refused: %s',
  async (ending) => {
    const { folder } = legacyFolder(RICH);
    const planted = join(folder, `filebrowser.sqlite${ending}`);
    writeFileSync(planted, 'something');
    await expect(usersIn(folder)).rejects.toThrow(`${planted} belongs to no database`);
    expect(readFileSync(planted, 'utf8')).toBe('something');
    expect(readdirSync(folder)).toEqual(['filebrowser.db', `filebrowser.sqlite${ending}`]);
  },
);

test('refuses a database that is open in File Browser 2', async () => {
  const { folder, old } = legacyFolder(RICH);
  const holder = spawn('flock', [old, '-c', 'echo held; exec sleep 60'], { detached: true });
  const { pid = 0 } = holder;
  onTestFinished(() => {
    if (holder.signalCode === null) process.kill(-pid, 'SIGKILL');
  });
  await once(holder.stdout, 'data');
  await expect(usersIn(folder)).rejects.toThrow(`${old} is in use by File Browser 2`);
  await expect(runCli(['import', old], { folder })).rejects.toThrow('is in use');
  // A dry run is harmless.
  expect((await runCli(['import', old, '--dryRun'], { folder })).printed).toContain('7 users');
  expect(readdirSync(folder)).toEqual(['filebrowser.db']);

  process.kill(-pid, 'SIGKILL');
  await once(holder, 'exit');
  expect((await usersIn(folder)).names).toHaveLength(7);
});

test('refuses a database that cannot be migrated with an explanation, and leaves nothing behind', async () => {
  const { folder, old } = legacyFolder(RICH);
  truncateSync(old, 50_000);
  await expect(usersIn(folder)).rejects.toThrow(`${old}: the file ends after 50000 bytes`);
  expect(readdirSync(folder)).toEqual(['filebrowser.db']);

  const other = legacyFolder(RICH);
  const another = join(other.folder, 'filebrowser.sqlite');
  await (await openDatabase({ kind: 'sqlite', file: another })).close();
  await expect(usersIn(other.folder)).rejects.toThrow('which was not migrated from it');
});

test('recognizes an old database by its contents', async () => {
  const { folder, old } = legacyFolder(RICH);
  const named = join(folder, 'data.sqlite');
  writeFileSync(named, readFileSync(old));
  rmSync(old);
  expect((await usersIn(folder, '-d', named)).names).toHaveLength(7);
  expect(readdirSync(folder)).toEqual([
    'data.sqlite',
    'data.sqlite.sqlite',
    'data.sqlite.takeover.json',
  ]);
});

/** Expects that the next start migrates everything, whatever the previous one has left. */
async function expectToArrive(folder: string): Promise<void> {
  const old = join(folder, 'filebrowser.db');
  const before = stateOf(old);
  expect((await usersIn(folder)).names.toSorted()).toEqual(NAMES.toSorted());
  expect(stateOf(old)).toEqual(before);
  expect(readdirSync(folder)).toEqual(MOVED_IN);
  const database = await openDatabase({ kind: 'sqlite', file: join(folder, 'filebrowser.sqlite') });
  expect(await readMigrationSource(database.read)).toMatchObject({ file: old });
  await database.close();
}

test('completes a migration that was interrupted at any point, and leaves nothing behind', async () => {
  const { folder, old } = legacyFolder(RICH);
  const copies = temporaryFolder();
  const { status, stderr } = runWatched({ copy: copies }, ['users', 'ls'], folder);
  expect([status, stderr]).toEqual([0, expect.stringContaining('7 users')]);

  const states = readdirSync(copies);
  const found = states.map((state) => namesIn(join(copies, state)));
  // States while the file is created, and after it is published but before the temporary one is removed.
  expect(found).toContain('filebrowser.db filebrowser.sqlite.#.part');
  const twice = 'filebrowser.db filebrowser.sqlite filebrowser.sqlite.#.part';
  expect(found).toContain(`${twice} filebrowser.takeover.json`);
  expect(states.length).toBeGreaterThan(8);

  const bytes = readFileSync(old);
  for (const state of states) {
    rmSync(folder, { recursive: true });
    cpSync(join(copies, state), folder, { recursive: true, preserveTimestamps: true });
    await expectToArrive(folder);
    expect([state, readFileSync(old).equals(bytes)]).toEqual([state, true]);
  }
}, 120_000);

// In the middle of the transaction, and between storing and publishing.
test.each(['insert into user', 'linkSync'])(
  'killed right before %s, no database is published, and the next start completes the migration',
  async (step) => {
    const { folder } = legacyFolder(RICH);
    expect(runWatched({ kill: step }, ['users', 'ls'], folder).signal).toBe('SIGKILL');
    expect(namesIn(folder)).toMatch(/^filebrowser\.db filebrowser\.sqlite\.#\.part/);
    await expectToArrive(folder);
  },
  60_000,
);

function namesIn(folder: string): string {
  const names = readdirSync(folder).map((name) => name.replace(/[0-9a-f]{16}/, '#'));
  return names.toSorted().join(' ');
}
