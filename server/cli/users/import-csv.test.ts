import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { checkPassword } from '../../access/passwords.ts';
import { openDatabase } from '../../metadata/database.ts';
import { listUsers } from '../../metadata/users.ts';
import { runCli } from '../../testing/cli.ts';
import { temporaryFolder } from '../../testing/engines.ts';

const HASH = '$2a$10$gMZOSCsn7exatvDM19SgrOOnWh38hPFdUM4UEB43jD2A.jK82vxEO';
const PASSWORD = 'sailing, "off" Tuesday';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

function importing(text: string, ...words: string[]) {
  writeFileSync(join(folder, 'staff.csv'), text);
  return runCli(['users', 'import', 'staff.csv', ...words], { folder });
}

async function users() {
  const db = await openDatabase({ kind: 'sqlite', file: join(folder, 'filebrowser.db') });
  try {
    return await listUsers(db.read);
  } finally {
    await db.close();
  }
}

test('imports users of a table, with a password or a hash and the defaults of new users', async () => {
  await runCli(['config', 'init', '--scope', '/staff', '--locale', 'de', '--perm.delete=false'], {
    folder,
  });
  const quoted = PASSWORD.replaceAll('"', '""');
  const { messages } = await importing(
    '\uFEFFUsername,password,Scope,permissions,perm.share,Hide dotfiles,commands\r\n' +
      `ann,"${quoted}",/ann,"create, download",yes,TRUE,"ls git"\r\n` +
      `ben,${HASH},,,,,\r\n\r\n` +
      '"Zoë, the first",salt-Lake-54-beds,,admin download,,,\r\n',
  );
  expect(messages).toContain('3 users imported');

  const [ann, ben, zoe] = await users();
  const none = { admin: false, execute: false, rename: false, modify: false, delete: false };
  expect(ann).toMatchObject({
    username: 'ann',
    scope: '/ann',
    locale: 'de',
    hideDotfiles: true,
    commands: ['ls', 'git'],
    perm: { ...none, create: true, share: true, download: true },
  });
  expect(await checkPassword(ann?.passwordHash, PASSWORD)).toBe('right');
  expect(ben).toMatchObject({
    passwordHash: HASH,
    scope: '/staff',
    perm: { create: true, delete: false, share: true, admin: false },
  });
  expect(zoe).toMatchObject({ username: 'Zoë, the first', perm: { ...none, admin: true } });
});

test.each([
  ['username,pasword\nann,x\n', 'line 1: there is no column "pasword"; did you mean password?'],
  ['scope\n/a\n', 'line 1: a column username is missing'],
  ['username,hash,hash\n', 'line 1: the column hash is there twice'],
  [`username,hash\nok,${HASH}\nann,secret\n`, 'line 3: hash: has to be a bcrypt or argon2 hash'],
  [`username,hash\nok,${HASH}\n,${HASH}\n`, 'line 3: username: has to be given'],
  [`username,hash\nok,${HASH}\nann,\n`, 'line 3: a password or its hash has to be given'],
  [`username,hash\nok,${HASH}\nann\n`, 'line 3: 1 cells, but 2 columns'],
  [`username,hash\nok,${HASH}\n"ann,${HASH}\n`, 'line 3: a quote does not end'],
  ['username,password\nann,short\n', 'line 2: '],
  [`username,hash,share,download\nann,${HASH},yes,no\n`, 'line 2: permission to share requires'],
  [`username,hash,permissions\nann,${HASH},read\n`, 'line 2: permissions: has to be words out of'],
  [`username,hash,admin\nann,${HASH},maybe\n`, 'line 2: admin: has to be true or false'],
  [`username,hash,viewMode\nann,${HASH},icons\n`, 'line 2: viewMode: has to be one of list'],
  [`username,hash,scope\nann,${HASH},/a/../b\n`, 'line 2: scope: not a valid path'],
  [`username,hash\nann,${HASH}\nann,${HASH}\n`, 'the name ann is there twice'],
  ['', 'is empty'],
])('imports no user of an invalid table, and names the line (%#)', async (text, message) => {
  const outcome = importing(text);
  await expect(outcome).rejects.toThrow(message);
  await expect(outcome).rejects.not.toThrow(HASH);
  expect(await users()).toEqual([]);
});

test('keeps id and scope of existing users, who are replaced only on request', async () => {
  await importing(`username,hash,scope,admin\nann,${HASH},/ann,yes\nben,${HASH},/ben,no\n`);
  const changed = `username,hash,scope,locale,admin\nann,${HASH},,fr,yes\n`;
  await expect(importing(changed)).rejects.toThrow('the name ann belongs to the user with id 1');

  await importing(changed, '--overwrite');
  expect(await users()).toMatchObject([
    { id: 1, username: 'ann', scope: '/ann', locale: 'fr' },
    { id: 2, username: 'ben' },
  ]);
  await importing(changed, '--replace');
  expect((await users()).map(({ id }) => id)).toEqual([1]);
});

test('each gets a home of their own where new users do, and no two the same', async () => {
  await runCli(['config', 'init', '--createUserDir'], { folder });
  await importing(`username,hash\nann,${HASH}\n`);
  expect(await users()).toMatchObject([{ scope: '/users/ann' }]);
  await expect(importing(`username,hash\na b,${HASH}\na+b,${HASH}\n`)).rejects.toThrow(
    'line 3: the home belongs to another user',
  );
  expect(await users()).toHaveLength(1);
});

test('users from elsewhere come as JSON or YAML as well, whatever the ending is', async () => {
  writeFileSync(
    join(folder, 'people.txt'),
    `- { username: ann, plainPassword: river-Tuesday-81, scope: /ann }\n- { username: ben, hash: "${HASH}" }\n`,
  );
  await runCli(['users', 'import', 'people.txt', '--format', 'yaml'], { folder });
  const [ann, ben] = await users();
  expect(await checkPassword(ann?.passwordHash, 'river-Tuesday-81')).toBe('right');
  expect(ann?.perm).toMatchObject({ create: true, admin: false });
  expect(ben?.passwordHash).toBe(HASH);
});
