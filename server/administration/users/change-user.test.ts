import { expect, test } from 'vitest';
import { checkPassword } from '../../access/passwords.ts';
import { countAdmins, findUserById, insertUser, type NewUser } from '../../metadata/users.ts';
import { insertSession } from '../../metadata/sessions.ts';
import { administrationOf, type TestAdministration } from '../../testing/administration.ts';
import { describeOnEachEngine } from '../../testing/engines.ts';
import { aStoredUser } from '../../testing/stored-records.ts';
import { changeUser } from './change-user.ts';
import { removeUser } from './remove-user.ts';

const EVERYTHING = { ...aStoredUser().perm, admin: true };
const NOTHING_MORE = { ...aStoredUser().perm, admin: false };

function add({ db }: TestAdministration, differing: Partial<NewUser> = {}) {
  return db.write((tx) => insertUser(tx, aStoredUser(differing), 1_000));
}

async function logIn({ db }: TestAdministration, userId: number, ...idHashes: string[]) {
  const now = Date.now();
  for (const idHash of idHashes) {
    await db.write((tx) =>
      insertSession(tx, {
        idHash,
        userId,
        createdAt: now,
        expiresAt: now + 60_000,
        endsAt: now + 60_000,
        device: '',
        address: '',
        lastUsedAt: now,
      }),
    );
  }
}

describeOnEachEngine('changing users', ({ open }) => {
  test('stores both of two concurrent changes of different fields', async () => {
    const administration = await administrationOf(await open());
    const { id } = await add(administration);

    await Promise.all([
      changeUser(administration, id, { locale: 'de' }),
      changeUser(administration, id, { hideDotfiles: true }),
      changeUser(administration, id, { username: 'otto' }),
    ]);

    const user = await findUserById(administration.db.read, id);
    expect(user).toMatchObject({ locale: 'de', hideDotfiles: true, username: 'otto' });
    expect(user?.updatedAt).toBeGreaterThan(1_000);
  });

  test('ends all sessions but the requesting one after a new password', async () => {
    const administration = await administrationOf(await open());
    const { id } = await add(administration);
    await logIn(administration, id, 'here', 'there', 'elsewhere');

    await changeUser(
      administration,
      id,
      { password: { plain: 'Fresh-passw0rd' } },
      { keepSession: 'here' },
    );

    const sessions = await administration.db.read.selectFrom('session').select('idHash').execute();
    expect(sessions).toEqual([{ idHash: 'here' }]);
    const user = await findUserById(administration.db.read, id);
    expect(await checkPassword(user?.passwordHash, 'Fresh-passw0rd')).toBe('right');
  });

  test('keeps sessions and password after other changes', async () => {
    const administration = await administrationOf(await open());
    const { id, passwordHash } = await add(administration);
    await logIn(administration, id, 'here', 'there');

    await changeUser(administration, id, { locale: 'de', perm: NOTHING_MORE });

    const sessions = await administration.db.read.selectFrom('session').select('idHash').execute();
    expect(sessions).toHaveLength(2);
    expect((await findUserById(administration.db.read, id))?.passwordHash).toBe(passwordHash);
  });

  test('changes nothing if the password breaks the rules', async () => {
    const administration = await administrationOf(await open());
    const before = await add(administration);

    const changing = changeUser(administration, before.id, {
      locale: 'de',
      password: { plain: 'qwerty123456' },
    });

    await expect(changing).rejects.toThrow('password is too easy');
    expect(await findUserById(administration.db.read, before.id)).toEqual(before);
  });

  test('changes nothing if the name is taken', async () => {
    const administration = await administrationOf(await open());
    await add(administration, { username: 'otto' });
    const before = await add(administration);

    const changing = changeUser(administration, before.id, { username: 'otto', scope: '/new' });

    await expect(changing).rejects.toMatchObject({ code: 'already-exists' });
    expect(await findUserById(administration.db.read, before.id)).toEqual(before);
    expect(administration.onDisk()).toEqual([]);
  });

  test('normalizes a new scope, keeps an unchanged one, and creates no folder before the first file', async () => {
    const administration = await administrationOf(await open());
    const { id } = await add(administration, { scope: '.' });

    expect((await changeUser(administration, id, { scope: '.', locale: 'de' })).scope).toBe('.');
    expect((await changeUser(administration, id, { scope: 'a//b' })).scope).toBe('/a/b');
    expect(administration.onDisk()).toEqual([]);
    await expect(changeUser(administration, id, { scope: '/../x' })).rejects.toMatchObject({
      code: 'invalid-request',
    });
  });

  test('accepts other changes of a user with a value that an older version accepted', async () => {
    const administration = await administrationOf(await open());
    const rules = [{ regex: true, allow: false, path: '', regexp: { raw: '(' } }];
    const commands = ['x'.repeat(2_000)];
    const { id } = await add(administration, { username: 'old\tname', rules, commands });

    await changeUser(administration, id, { username: 'old\tname', rules, commands, locale: 'de' });

    expect(await findUserById(administration.db.read, id)).toMatchObject({ locale: 'de' });
  });

  test('fails with not-found for an unknown user', async () => {
    const administration = await administrationOf(await open());
    await expect(changeUser(administration, 99, { locale: 'de' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('keeps the only administrator', async () => {
    const administration = await administrationOf(await open());
    const { id } = await add(administration, { perm: EVERYTHING });
    await add(administration, { username: 'otto' });

    await expect(changeUser(administration, id, { perm: NOTHING_MORE })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await changeUser(administration, id, { perm: { ...EVERYTHING, execute: false } });
    expect(await countAdmins(administration.db.read)).toBe(1);
  });

  test('keeps one of two administrators who are demoted and removed at the same moment', async () => {
    const administration = await administrationOf(await open());
    for (let round = 0; round < 5; round += 1) {
      const one = await add(administration, { username: `one${round}`, perm: EVERYTHING });
      const two = await add(administration, { username: `two${round}`, perm: EVERYTHING });
      const all = await countAdmins(administration.db.read);

      const outcomes = await Promise.allSettled([
        changeUser(administration, one.id, { perm: NOTHING_MORE }),
        removeUser(administration, two.id),
        // The administrator who is left of the round before.
        ...(all > 2 ? [removeUser(administration, await firstAdmin(administration))] : []),
      ]);

      expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
      expect(await countAdmins(administration.db.read)).toBe(1);
    }
  });
});

async function firstAdmin({ db }: TestAdministration): Promise<number> {
  const { id } = await db.read
    .selectFrom('user')
    .select('id')
    .where('permAdmin', '=', 1)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return id;
}
