import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseTreePath, ROOT, type TreePath } from '#contract/paths.ts';
import { hashPassword } from '../../access/passwords.ts';
import { openDatabase } from '../../metadata/database.ts';
import type { AuthSettings, StoredGlobalSettings } from '../../metadata/setting-documents.ts';
import {
  readAuthSettings,
  readGlobalSettings,
  writeAuthSettings,
  writeGlobalSettings,
} from '../../metadata/settings.ts';
import { insertShare } from '../../metadata/shares.ts';
import { insertUser, type NewUser } from '../../metadata/users.ts';
import { openLocalDriver } from '../../storage/local/local-driver.ts';
import { runCli } from '../../testing/cli.ts';
import { aStoredUser } from '../../testing/stored-records.ts';
import type { Finding } from './finding.ts';

const HASH = '$2a$10$gMZOSCsn7exatvDM19SgrOOnWh38hPFdUM4UEB43jD2A.jK82vxEO';
const ADMIN = { username: 'admin', perm: { ...aStoredUser().perm, admin: true } };

let folder = '';
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'filebrowser-doctor-')));
  await mkdir(join(folder, 'srv'));
  await add(ADMIN);
});
afterEach(() => rm(folder, { recursive: true }));

const inFolder = (name: string) => join(folder, name);

async function opened() {
  const database = await openDatabase({ kind: 'sqlite', file: inFolder('filebrowser.db') });
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

async function add(user: Partial<NewUser>): Promise<number> {
  await using database = await opened();
  const { id } = await database.write((tx) => insertUser(tx, aStoredUser(user), Date.now()));
  return id;
}

async function set(settings: Partial<StoredGlobalSettings>, auth: Partial<AuthSettings> = {}) {
  await using database = await opened();
  const stored = await readGlobalSettings(database.read);
  const storedAuth = await readAuthSettings(database.read);
  await database.write(async (tx) => {
    await writeGlobalSettings(tx, { ...stored, ...settings });
    await writeAuthSettings(tx, { ...storedAuth, ...auth });
  });
}

interface Report {
  readonly code: number;
  /** `verdict: what was seen`, of what the test is about. */
  about(subject: string): string[];
  readonly bad: string[];
}

/** Runs without the trial of decoding processes, unless a test is about it: each would start two. */
const WITHOUT_PREVIEWS = ['--disableThumbnails', '--disablePreviewResize'];

async function doctor(...words: string[]): Promise<Report> {
  const all = ['doctor', '--json', '--root=srv', ...WITHOUT_PREVIEWS, ...words];
  const { code, printed } = await runCli(all, { folder });
  const findings = JSON.parse(printed) as Finding[];
  const lineOf = ({ verdict, seen }: Finding) => `${verdict}: ${seen}`;
  return {
    code,
    about: (subject) => findings.filter(({ about }) => about === subject).map(lineOf),
    bad: findings.filter(({ verdict }) => verdict === 'bad').map(lineOf),
  };
}

test('a server that is well has nothing bad, and nothing is changed by looking', async () => {
  const before = await stateOfFolder();
  const report = await doctor();
  expect(report.bad).toEqual([]);
  expect(report.code).toBe(0);
  expect(report.about('database')).toEqual([expect.stringMatching(/^ok: SQLite .*no damage/)]);
  expect(report.about('users')).toEqual(['ok: 1, of them administrators: 1']);
  expect(await stateOfFolder()).toEqual(before);
});

async function stateOfFolder() {
  const names = await readdir(folder, { recursive: true });
  const facts = names.map(async (name) => [name, (await stat(inFolder(name))).mtimeMs] as const);
  return Promise.all(facts);
}

test('before the first start, nothing is made', async () => {
  await rm(inFolder('filebrowser.db'));
  await rm(inFolder('srv'), { recursive: true });
  const { printed, code } = await runCli(['doctor'], { folder });
  expect(printed).toContain('data does not exist; the first start creates it');
  expect(printed).toContain('filebrowser.db does not exist; the first start creates it');
  expect(code).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

test('prints a line for each finding, with the advice below it', async () => {
  const { printed, code } = await runCli(['doctor', '--root=none'], { folder });
  expect(printed).toMatch(/^\S+ +image previews +are made /m);
  expect(printed).toMatch(
    /^bad +root +\S+none cannot be opened \(ENOENT\)\n +create the folder, or/m,
  );
  expect(printed).toMatch(/\n\n\d+ ok, \d+ to look at, 1 bad\n$/);
  expect(code).toBe(1);
});

test('reports a mistake in the configuration with the message of the start', async () => {
  expect((await doctor('--port=x')).bad).toEqual([
    'bad: flag --port has to be a number from 0 to 65535, not "x"',
  ]);
  await writeFile(inFolder('.filebrowser.json'), '{"adress": "::1"}');
  expect((await doctor()).about('configuration')).toEqual([
    expect.stringMatching(/^warn: key adress .* did you mean address\?$/),
  ]);
});

test('a damaged database is bad, and so is a damaged one of File Browser 2', async () => {
  await writeFile(inFolder('x.db'), 'this is not a database '.repeat(500));
  expect((await doctor('-d', 'x.db')).about('database')).toEqual([
    expect.stringMatching(/^bad: .* is not a database, or is damaged/),
  ]);
  const bbolt = Buffer.alloc(4_096);
  bbolt.writeUInt32LE(0xed0cdaed, 16);
  await writeFile(inFolder('y.db'), bbolt);
  expect((await doctor('-d', 'y.db')).about('migration')).toEqual([
    expect.stringMatching(/^bad: .*y\.db: both meta pages of the file are damaged/),
  ]);
});

test.each([
  ['delete from "schemaMigration" where name like \'0005%\'', 'warn: have an earlier version'],
  ["insert into \"schemaMigration\" values ('9999-later', '')", 'bad: are of a later version'],
])('after %s the tables are told, and not asked', async (change, lineOf) => {
  {
    await using database = await opened();
    await database.write((tx) => sql.raw(change).execute(tx));
  }
  const report = await doctor();
  expect(report.about('tables')).toEqual([expect.stringContaining(lineOf)]);
  expect(report.about('users')).toEqual([]);
});

test('reports a world-readable database or secret as bad', async () => {
  await chmod(inFolder('filebrowser.db'), 0o644);
  await writeFile(inFolder('c.json'), JSON.stringify({ password: HASH }), { mode: 0o644 });
  const report = await doctor('-c', 'c.json');
  expect(report.about('database file')).toEqual([expect.stringContaining('mode 0644')]);
  expect(report.about('configuration file')).toEqual([
    expect.stringMatching(/^bad: every user of this machine can read password in/),
  ]);
  await writeFile(inFolder('d.json'), '{"port": 80, "database": "filebrowser.db"}');
  expect((await doctor('-c', 'd.json')).about('configuration file')).toEqual([
    expect.stringMatching(/^ok: .* without secrets$/),
  ]);
});

test('reports an administrator with a default password as bad', async () => {
  await add({ ...ADMIN, username: 'boss', passwordHash: await hashPassword('boss') });
  await add({ username: 'ann', passwordHash: await hashPassword('admin') });
  expect((await doctor()).about('users')).toEqual([
    'bad: the administrator boss has a well-known password',
  ]);
});

test('the password that the first start has printed should be another one by now', async () => {
  await rm(inFolder('filebrowser.db'));
  await add({ ...ADMIN, scope: '.', passwordHash: await hashPassword('printed once') });
  expect((await doctor()).about('users')).toEqual([expect.stringContaining('still has')]);
  await runCli(['users', 'reset-password', 'admin'], { folder });
  expect((await doctor()).about('users')).toEqual(['ok: 1, of them administrators: 1']);
});

test('reports that no user is an administrator, and who could be one', async () => {
  await rm(inFolder('filebrowser.db'));
  await add({});
  expect((await doctor()).about('users')).toEqual(['warn: no user is an administrator']);
});

test('names users whose folder is missing or a symlink', async () => {
  await mkdir(inFolder('srv/there'));
  await symlink('there', inFolder('srv/link'));
  for (const name of ['there', 'link', 'gone']) await add({ username: name, scope: `/${name}` });
  expect((await doctor()).about('scopes')).toEqual([
    'warn: the scope contains a symlink, so all requests are refused (403): link',
    'warn: the folder does not exist: gone',
  ]);
});

test('reports rules that cannot be parsed, with their effect', async () => {
  const broken = { regex: true, allow: false, path: '', regexp: { raw: '(' } };
  await set({ rules: [broken] });
  await add({ username: 'ann', rules: [{ ...broken, regex: false, path: 'x' }] });
  expect((await doctor()).about('rules')).toEqual([
    expect.stringMatching(/^bad: global rule 0: .*, so it denies everything$/),
    'bad: rule of ann: 0: the path has to begin with /',
  ]);
});

test.each([
  ['json', {}, [], 'ok: by password'],
  ['noauth', {}, [], 'ok: everyone has access without a password, from this machine only'],
  ['noauth', {}, ['-a', '', '--allowRemoteNoauth'], 'warn: everyone has access'],
  ['proxy', { header: 'X-U' }, [], 'bad: by the header X-U, but no proxy is trusted'],
  ['proxy', { header: 'X-U' }, ['--trustedProxies=127.0.0.1'], 'ok: by the header X-U'],
  ['proxy', {}, ['--trustedProxies=127.0.0.1'], 'bad: by a proxy, but no header is set'],
  ['hook', { command: 'sh x' }, [], 'ok: by the hook /'],
  [
    'hook',
    { command: './sh x' },
    [],
    'bad: the hook "./sh" is not an absolute path and was not found',
  ],
  ['hook', { command: '/no/such/hook x' }, [], 'bad: the hook /no/such/hook does not exist'],
  ['hook', { command: '/etc/passwd' }, [], 'bad: the hook /etc/passwd cannot be run'],
  ['hook', { command: '/bin/sh /x' }, [], 'ok: by the hook /bin/sh'],
] as const)('reports log-in by %s with %j and %j', async (authMethod, auth, words, lineOf) => {
  await set({ authMethod }, auth);
  expect((await doctor(...words)).about('log-in')[0]).toContain(lineOf);
});

test('a hook that others may change is bad', async () => {
  await writeFile(inFolder('hook'), '#!/bin/sh\n');
  await chmod(inFolder('hook'), 0o777);
  await set({ authMethod: 'hook' }, { command: inFolder('hook') });
  expect((await doctor()).about('log-in')[0]).toContain(
    'other users than the owner can change the hook',
  );
});

test('open sign-up is reported with the folder that people get', async () => {
  expect((await doctor()).about('sign-up')).toEqual([]);
  await set({ signup: true });
  expect((await doctor()).about('sign-up')[0]).toContain('each in a folder of their own');
  const { defaults } = await settingsNow();
  await set({ defaults: { ...defaults, scope: '/shared' } });
  expect((await doctor()).about('sign-up')[0]).toContain('in the folder /shared');
  await set({ createUserDir: true });
  expect((await doctor()).about('sign-up')[0]).toContain('each in a folder of their own');
});

test('reports a missing branding folder', async () => {
  const { branding } = await settingsNow();
  await set({ branding: { ...branding, files: 'brand' } });
  expect((await doctor()).about('branding')).toEqual([
    `warn: the folder ${inFolder('brand')} does not exist`,
  ]);
  await mkdir(inFolder('brand'));
  expect((await doctor()).about('branding')).toEqual([`ok: ${inFolder('brand')}`]);
});

async function settingsNow(): Promise<StoredGlobalSettings> {
  await using database = await opened();
  return await readGlobalSettings(database.read);
}

test('counts shares whose items are missing or replaced', async () => {
  for (const name of ['a', 'b', 'c']) {
    await writeFile(inFolder(`srv/${name}`), name);
    await share(absolutePath(`/${name}`));
  }
  expect((await doctor()).about('shares')).toEqual(['ok: 3, and all of their items exist']);
  await rm(inFolder('srv/a'));
  await writeFile(inFolder('srv/new'), 'another');
  await rename(inFolder('srv/new'), inFolder('srv/b'));
  expect((await doctor()).about('shares')).toEqual([
    'warn: of 3, 1 have lost their item, and 1 have another item at their path',
  ]);
});

function absolutePath(path: string): TreePath {
  return parseTreePath(path) ?? ROOT;
}

test('names what the trash folder holds that the database does not know, and what to do', async () => {
  await mkdir(inFolder('srv/.filebrowser-trash.part'));
  await writeFile(inFolder('srv/.filebrowser-trash.part/0123456789abcdef-lost.txt'), 'x');
  expect((await doctor()).about('trash')).toEqual([
    'ok: empty',
    'warn: the database does not know 1 of the items in the trash folders: /.filebrowser-trash.part/0123456789abcdef-lost.txt',
  ]);
});

async function share(path: TreePath): Promise<void> {
  const driver = openLocalDriver({ root: inFolder('srv') });
  const there = await driver.resolve(path, ROOT);
  await driver.close();
  if (there.kind !== 'found') throw new Error('nothing to share');
  await using database = await opened();
  const link = { hash: `hash${path}`, userId: 1, path, item: there.stat.fingerprint };
  const terms = { isFolder: false, passwordHash: undefined, expire: 0, createdAt: 1 };
  await database.write((tx) => insertShare(tx, { ...link, ...terms }));
}

describe('commands', () => {
  const ON = '--disableExec=false';

  test('reports that they are disabled, also if event hooks exist', async () => {
    expect((await doctor()).about('commands')).toEqual(['ok: are disabled']);
    await setCommands({ after_save: ['true'] });
    expect((await doctor()).about('commands')).toEqual([
      'ok: are disabled; the 1 event hooks in the settings do not run',
    ]);
    expect((await doctor()).about('sandbox')).toEqual([]);
  });

  test('full shell access is something to look at, and so is a shell that is not used', async () => {
    expect((await doctor(ON)).about('commands')[0]).toBe('ok: are enabled, without a shell');
    await set({ shell: ['/bin/sh', '-c'] });
    expect((await doctor(ON)).about('commands')).toContain(
      'warn: the shell of the settings (/bin/sh -c) is not used',
    );
    expect((await doctor(ON, '--allowShell')).about('commands')[0]).toMatch(
      /^warn: are enabled with full shell access .*: users who may run one command can run any command$/,
    );
  });

  test('the sandbox is really tried', async () => {
    expect((await doctor(ON, '--commandSandbox=off')).about('sandbox')).toEqual([
      expect.stringMatching(/^warn: is off: commands of users can access everything/),
    ]);
    const [auto = ''] = (await doctor(ON)).about('sandbox');
    const [required = ''] = (await doctor(ON, '--commandSandbox=require')).about('sandbox');
    if (auto.startsWith('ok')) {
      expect([auto, required]).toEqual(Array(2).fill('ok: is active, without a network'));
      const withNetwork = await doctor(ON, '--commandNetwork');
      expect(withNetwork.about('sandbox')).toEqual(['ok: is active, with a network']);
    } else {
      expect(auto).toMatch(/^warn: bubblewrap .* access everything that the server can access$/);
      expect(required).toMatch(/^bad: bubblewrap .*, so users cannot run commands$/);
    }
  });

  test('reports an event hook that cannot be parsed, or whose program is missing, as bad', async () => {
    expect((await doctor(ON)).about('event hooks')).toEqual(['ok: none are configured']);
    await setCommands({ after_save: ['true "$FILE" &'], before_copy: ['/bin/true'] });
    expect((await doctor(ON)).about('event hooks')).toEqual([
      'ok: 2, and all of their programs exist',
    ]);
    await setCommands({
      after_save: ["echo 'a", 'true', 'no-such-program x', '/etc/passwd x', './x.sh'],
    });
    expect((await doctor(ON)).about('event hooks')).toEqual([
      'bad: after_save 0 cannot be read: EOF found when expecting closing quote.',
      'bad: after_save 2: the program no-such-program does not exist',
      'bad: after_save 3: /etc/passwd cannot be run by this user',
      'bad: after_save 4: the program ./x.sh does not exist',
    ]);
  });

  test('reports who may run which commands, and which are missing', async () => {
    expect((await doctor(ON)).about('allowed commands')).toEqual([
      'ok: no user has any; with the permission but without allowed commands: admin',
    ]);
    await add({ username: 'ann', commands: ['true', 'no-such-program'] });
    await add({ username: 'ben', commands: ['no-such-program', 'bin/x'] });
    const never = { ...aStoredUser().perm, execute: false };
    await add({ username: 'eve', commands: ['neither'], perm: never });
    expect((await doctor(ON)).about('allowed commands')).toEqual([
      'ok: for ann, ben; with the permission but without allowed commands: admin',
      'warn: the program no-such-program in the list of ann, ben does not exist',
      'warn: the program bin/x in the list of ben does not exist',
    ]);
  });

  async function setCommands(lists: StoredGlobalSettings['commands']) {
    const { commands } = await settingsNow();
    await set({ commands: { ...commands, ...lists } });
  }
});

test('a clock that was set back is bad', async () => {
  {
    await using database = await opened();
    const later = Date.now() + 3_600_000;
    await database.write((tx) => insertUser(tx, aStoredUser({ username: 'ann' }), later));
  }
  expect((await doctor()).about('clock')).toEqual([expect.stringContaining('bad: shows')]);
});
