import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../metadata/database.ts';
import { readGlobalSettings, readServerSettings } from '../metadata/settings.ts';
import { insertUser, listUsers } from '../metadata/users.ts';
import { runCli } from '../testing/cli.ts';

const HASH = '$2a$10$gMZOSCsn7exatvDM19SgrOOnWh38hPFdUM4UEB43jD2A.jK82vxEO';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filebrowser-import-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(name: string, content: unknown): Promise<string> {
  await writeFile(
    join(folder, name),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
  return name;
}

async function opened() {
  const database = await openDatabase({ kind: 'sqlite', file: join(folder, 'filebrowser.db') });
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

function aUser(changes: object = {}) {
  const perm = { admin: true, execute: false, create: true, rename: true, modify: true };
  const full = { ...perm, delete: true, share: true, download: true };
  return { id: 1, username: 'admin', password: HASH, scope: '.', perm: full, ...changes };
}

function importing(file: string, overwrite = false) {
  const words = ['users', 'import', file, ...(overwrite ? ['--overwrite'] : [])];
  return runCli(words, { folder });
}

test('users come over with their ids and hashes, and a new user gets a later id', async () => {
  await importing(await write('u.json', [aUser(), aUser({ id: 7, username: 'zoe', scope: '/z' })]));

  await using database = await opened();
  const users = await listUsers(database.read);
  expect(users.map(({ id, username, passwordHash }) => [id, username, passwordHash])).toEqual([
    [1, 'admin', HASH],
    [7, 'zoe', HASH],
  ]);
  const [first] = users;
  if (first === undefined) throw new Error('no user');
  const { id: _, createdAt: __, updatedAt: ___, ...rest } = first;
  const added = await database.write((tx) => insertUser(tx, { ...rest, username: 'new' }, 1));
  expect(added.id).toBe(8);
});

test('a YAML export of an old version lacks keys and writes the others in lower case', async () => {
  const file = `- id: 1
  username: ann
  password: ${HASH}
  scope: /home/ann
  locale: de
  lockpassword: true
  viewmode: mosaic
  perm: { admin: false, execute: false, create: true, rename: true, modify: true, delete: true, share: true, download: true }
  commands: null
  sorting: { by: "", asc: true }
  rules: [{ regex: true, allow: false, path: "", regexp: { raw: '\\.bak$' } }, { regex: false, allow: false, path: /p, regexp: null }]
`;
  await importing(await write('u.yaml', file));

  await using database = await opened();
  expect(await listUsers(database.read)).toMatchObject([
    {
      lockPassword: true,
      viewMode: 'mosaic',
      redirectAfterCopyMove: false,
      commands: [],
      sorting: { by: 'name', asc: true },
      rules: [{ regexp: { raw: '\\.bak$' } }, { path: '/p', regexp: null }],
    },
  ]);
});

test('a taken id is refused and nothing is imported, unless --overwrite is given', async () => {
  await importing(await write('a.json', [aUser()]));
  const second = [aUser({ id: 2, username: 'bob' }), aUser({ username: 'boss' })];
  const file = await write('b.json', second);

  await expect(importing(file)).rejects.toThrow('there is a user with id 1; --overwrite');
  {
    await using database = await opened();
    expect(await listUsers(database.read)).toHaveLength(1);
  }
  await importing(file, true);
  await using database = await opened();
  expect((await listUsers(database.read)).map((user) => user.username)).toEqual(['boss', 'bob']);
});

test('a name that belongs to another id is refused', async () => {
  await importing(await write('a.json', [aUser()]));
  const file = await write('b.json', [aUser({ id: 3 })]);
  await expect(importing(file, true)).rejects.toThrow(
    'the name admin belongs to the user with id 1',
  );
});

test('a password that is not a hash is refused without being repeated', async () => {
  const file = await write('u.json', [aUser({ password: 'hunter2' })]);
  await expect(importing(file)).rejects.toThrow(/0\.password: has to be a bcrypt or argon2 hash$/);
});

test('a configuration comes over without its signing key', async () => {
  const file = await write('c.json', {
    settings: {
      key: 'c2VjcmV0',
      signup: true,
      createUserDir: false,
      defaults: { scope: '.', locale: 'de', viewMode: 'list', sorting: { by: '', asc: false } },
      authMethod: 'noauth',
      branding: { name: 'Ours', disableExternal: true, files: '' },
      commands: { after_upload: ['echo $FILE'] },
      shell: null,
      rules: [{ regex: false, allow: false, path: '/private', regexp: null }],
    },
    server: { root: 'srv', baseURL: '/old', port: '8081' },
    auther: { recaptcha: null },
  });
  await runCli(['config', 'import', file], { folder });

  await using database = await opened();
  const settings = await readGlobalSettings(database.read);
  expect(settings).toMatchObject({
    signup: true,
    hideLoginButton: false,
    minimumPasswordLength: 12,
    authMethod: 'noauth',
    branding: { name: 'Ours', disableExternal: true, theme: '' },
    defaults: { locale: 'de', redirectAfterCopyMove: false, sorting: { by: '' } },
    tus: { chunkSize: 10_485_760, retryCount: 5 },
    shell: [],
    rules: [{ path: '/private', regexp: null }],
  });
  expect(settings).not.toHaveProperty('key');
  expect(settings.commands['after_upload']).toEqual(['echo $FILE']);
  expect(await readServerSettings(database.read)).toEqual({
    root: 'srv',
    baseURL: '/old',
    port: '8081',
  });
});

test('names the missing parts of a file that is not a configuration', async () => {
  const file = await write('c.json', { settings: {} });
  const imported = runCli(['config', 'import', file], { folder });
  await expect(imported).rejects.toThrow(
    /c\.json is not an export of settings .* settings and server$/,
  );
  expect(await readFile(join(folder, file), 'utf8')).toBe('{"settings":{}}');
});
