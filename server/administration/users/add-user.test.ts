import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkPassword } from '../../access/passwords.ts';
import { countUsers, listUsers } from '../../metadata/users.ts';
import { defaultGlobalSettings } from '../../metadata/setting-documents.ts';
import { administrationOf } from '../../testing/administration.ts';
import { describeOnEachEngine, temporaryFolder } from '../../testing/engines.ts';
import { addUser, type NewUserInput } from './add-user.ts';

const PASSWORD = 'Fresh-passw0rd';
/** A hash, so that nothing has to be hashed. */
const HASH = '$argon2id$v=19$m=19456,t=2,p=1$c29tZQ$c29tZQ';

function input(username: string, differing: Partial<NewUserInput> = {}): NewUserInput {
  return { username, password: { hash: HASH }, home: 'as-given', ...differing };
}

const BAD_SCOPES = [
  '../../up',
  '/a/../../b',
  '/a/./b',
  '/file/x',
  '/file',
  '/out/x',
  '/nowhere',
  `/${'x'.repeat(300)}`,
  '/a\0b',
  '/.filebrowser-0123456789abcdef.part',
];

const BAD_FIELDS: readonly (readonly [
  username: string,
  fields: NonNullable<NewUserInput['fields']>,
])[] = [
  ['', {}],
  ['  ', {}],
  ['a\nb', {}],
  ['a\ud800', {}],
  ['x'.repeat(513), {}],
  ['anna', { locale: 'x'.repeat(65) }],
  ['anna', { commands: ['x'.repeat(2_000)] }],
  ['anna', { rules: [{ regex: true, allow: false, path: '', regexp: { raw: '(' } }] }],
];

describeOnEachEngine('adding users', ({ open }) => {
  test('takes fields that are not given from the defaults, and stores a hash of the password', async () => {
    const { defaults } = defaultGlobalSettings();
    const settings = { defaults: { ...defaults, locale: 'fr', hideDotfiles: true } };
    const administration = await administrationOf(await open(), settings);

    const user = await addUser(
      administration,
      input('anna', { password: { plain: PASSWORD }, fields: { locale: 'de' } }),
    );

    expect(user).toMatchObject({ username: 'anna', locale: 'de', hideDotfiles: true, scope: '/' });
    expect(await checkPassword(user.passwordHash, PASSWORD)).toBe('right');
  });

  test('gives a user who signs up no administration or command permissions, whatever the defaults are', async () => {
    const { defaults } = defaultGlobalSettings();
    const perm = { ...defaults.perm, admin: true, execute: true };
    const settings = { defaults: { ...defaults, perm, commands: ['ls'] } };
    const administration = await administrationOf(await open(), settings);

    const user = await addUser(administration, input('anna', { untrusted: true }));

    expect(user).toMatchObject({
      perm: { admin: false, execute: false, create: true },
      commands: [],
    });
    expect(await addUser(administration, input('otto'))).toMatchObject({ perm: { admin: true } });
  });

  test('normalizes a given scope and creates its folder', async () => {
    const administration = await administrationOf(await open(), { createUserDir: false });

    const user = await addUser(administration, input('anna', { fields: { scope: './a//b/' } }));

    expect(user.scope).toBe('/a/b');
    expect(administration.onDisk()).toEqual(['a', 'a/b']);
  });

  test('refuses a scope that cannot be a home, and leaves nothing behind', async () => {
    const administration = await administrationOf(await open());
    writeFileSync(join(administration.root, 'file'), '');
    symlinkSync(temporaryFolder(), join(administration.root, 'out'));
    symlinkSync('missing', join(administration.root, 'nowhere'));
    const before = administration.onDisk();

    for (const scope of BAD_SCOPES) {
      const adding = addUser(administration, input('anna', { fields: { scope } }));
      await expect(adding).rejects.toMatchObject({ code: 'invalid-request' });
    }

    expect(administration.onDisk()).toEqual(before);
    expect(await countUsers(administration.db.read)).toBe(0);
  });

  test('follows a symlink inside the tree to the home', async () => {
    const administration = await administrationOf(await open());
    mkdirSync(join(administration.root, 'real'));
    symlinkSync('real', join(administration.root, 'link'));

    const anna = await addUser(administration, input('anna', { fields: { scope: '/link/anna' } }));
    const ben = await addUser(administration, input('ben', { fields: { scope: '/link' } }));

    expect(administration.onDisk()).toContain('real/anna');
    // Through the symlink itself, the users could reach nothing.
    expect([anna.scope, ben.scope]).toEqual(['/real/anna', '/real']);
  });

  test('refuses a taken name, and leaves no home behind', async () => {
    const administration = await administrationOf(await open());
    await addUser(administration, input('anna'));

    const adding = addUser(administration, input('anna', { fields: { scope: '/new' } }));

    await expect(adding).rejects.toMatchObject({ code: 'already-exists' });
    expect(administration.onDisk()).toEqual([]);
  });

  test('derives homes that no other user has, regardless of case', async () => {
    const administration = await administrationOf(await open(), { createUserDir: true });
    const derived = (username: string) =>
      addUser(administration, input(username, { home: 'derived' }));
    expect((await derived('team-one')).scope).toBe('/users/team-one');

    for (const name of ['team/one', 'TEAM-ONE', 'team one']) {
      await expect(derived(name)).rejects.toMatchObject({ code: 'already-exists' });
    }

    expect(await countUsers(administration.db.read)).toBe(1);
    expect(administration.onDisk()).toContain('users/team-one');
  });

  test('lets users share a given scope, and derives none', async () => {
    const administration = await administrationOf(await open(), { createUserDir: true });
    const fields = { scope: '/team' };

    await addUser(administration, input('anna', { home: 'derived', fields }));
    await addUser(administration, input('otto', { home: 'derived', fields }));

    expect(administration.onDisk()).toEqual(['team']);
  });

  test('adds one of many users with the same name and home at the same time', async () => {
    const administration = await administrationOf(await open(), { createUserDir: true });
    const names = ['x y', 'x/y', 'x-y', 'x y', 'x-y', 'x  y', 'x:y', 'X-Y'];

    const outcomes = await Promise.allSettled(
      names.map((name) => addUser(administration, input(name, { home: 'derived' }))),
    );

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'already-exists' });
    }
    const [winner] = await listUsers(administration.db.read);
    expect(administration.onDisk()).toContain(winner?.scope.slice(1));
  });

  test('refuses values that cannot be stored or would lock the user out, and names the field', async () => {
    const administration = await administrationOf(await open(), { createUserDir: true });

    for (const [username, fields] of BAD_FIELDS) {
      const adding = addUser(administration, input(username, { fields, home: 'derived' }));
      await expect(adding).rejects.toMatchObject({
        code: 'invalid-request',
        message: expect.stringMatching(/^[\w.]+: \w/) as string,
      });
    }

    expect(administration.onDisk()).toEqual([]);
  });

  test('requires the permission to download for the permission to share', async () => {
    const administration = await administrationOf(await open());
    const { perm } = defaultGlobalSettings().defaults;

    const adding = addUser(
      administration,
      input('anna', { fields: { perm: { ...perm, share: true, download: false } } }),
    );

    await expect(adding).rejects.toThrow('permission to share requires permission to download');
  });

  test('refuses a password that breaks the rules before it creates anything', async () => {
    const administration = await administrationOf(await open());

    const adding = addUser(
      administration,
      input('anna', { password: { plain: 'short' }, fields: { scope: '/a' } }),
    );

    await expect(adding).rejects.toThrow('password is too short, minimum length is 12');
    expect(administration.onDisk()).toEqual([]);
  });
});
