import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { aStoredUser } from '../testing/stored-records.ts';
import { setPassword } from './set-password.ts';
import {
  countAdmins,
  countUsers,
  deleteUser,
  findFirstUser,
  findUserById,
  findUserByName,
  insertUser,
  listUsers,
  replacePasswordHash,
  updateUser,
} from './users.ts';

const NOW = 1_700_000_000_000;

describeOnEachEngine('users', ({ open }) => {
  test('a user comes back exactly as stored, with lists, rules and flags', async () => {
    const db = await open();
    const given = aStoredUser({
      username: 'Zoë 😀',
      scope: '/users/zoë',
      viewMode: 'mosaic gallery',
      commands: ['git', 'ls -l'],
      sorting: { by: 'modified', asc: true },
      rules: [
        { regex: false, allow: false, path: '/private', regexp: null },
        { regex: true, allow: true, path: '', regexp: { raw: '\\.txt$' } },
      ],
      hideDotfiles: true,
      lockPassword: true,
    });

    const stored = await db.write((tx) => insertUser(tx, given, NOW));

    expect(stored).toEqual({ ...given, id: stored.id, createdAt: NOW, updatedAt: NOW });
    expect(await findUserById(db.read, stored.id)).toEqual(stored);
    expect(await findUserByName(db.read, 'Zoë 😀')).toEqual(stored);
  });

  test('names are case-sensitive, and unknown ones are not found', async () => {
    const db = await open();
    await db.write((tx) => insertUser(tx, aStoredUser({ username: 'anna' }), NOW));
    await db.write((tx) => insertUser(tx, aStoredUser({ username: 'Anna' }), NOW));

    expect((await findUserByName(db.read, 'Anna'))?.username).toBe('Anna');
    expect(await findUserByName(db.read, 'ANNA')).toBeUndefined();
    expect(await findUserByName(db.read, 'anna\0')).toBeUndefined();
    expect(await findUserByName(db.read, 'anna\ud800')).toBeUndefined();
    expect(await findUserById(db.read, 4_000_000_000_000)).toBeUndefined();
    expect(await findUserById(db.read, 1.5)).toBeUndefined();
  });

  test('a taken name is refused when a user is made and when one is renamed', async () => {
    const db = await open();
    await db.write((tx) => insertUser(tx, aStoredUser({ username: 'anna' }), NOW));
    const bob = await db.write((tx) => insertUser(tx, aStoredUser({ username: 'bob' }), NOW));

    await expect(
      db.write((tx) => insertUser(tx, aStoredUser({ username: 'anna' }), NOW)),
    ).rejects.toMatchObject({ code: 'already-exists' });
    await expect(
      db.write((tx) => updateUser(tx, bob.id, { changes: { username: 'anna' }, nowMs: NOW })),
    ).rejects.toMatchObject({ code: 'already-exists' });
    expect((await listUsers(db.read)).map((user) => user.username)).toEqual(['anna', 'bob']);
  });

  test('an update changes only the given fields, and the time of the last change', async () => {
    const db = await open();
    const before = await db.write((tx) => insertUser(tx, aStoredUser(), NOW));

    const changes = { singleClick: true, perm: { ...before.perm, share: false } };
    const after = await db.write((tx) => updateUser(tx, before.id, { changes, nowMs: NOW + 5 }));

    expect(after).toEqual({ ...before, ...changes, updatedAt: NOW + 5 });
    expect(await findUserById(db.read, before.id)).toEqual(after);
  });

  test('a switch can be turned off again', async () => {
    const db = await open();
    const { id } = await db.write((tx) =>
      insertUser(tx, aStoredUser({ hideDotfiles: true, dateFormat: true }), NOW),
    );
    await db.write((tx) =>
      updateUser(tx, id, { changes: { hideDotfiles: false, dateFormat: false }, nowMs: NOW }),
    );
    expect(await findUserById(db.read, id)).toMatchObject({
      hideDotfiles: false,
      dateFormat: false,
    });
  });

  test('an update of an unknown user returns undefined', async () => {
    const db = await open();
    const changes = { locale: 'de' };
    expect(await db.write((tx) => updateUser(tx, 7, { changes, nowMs: NOW }))).toBeUndefined();
  });

  test('the id of a deleted user is never given to a new one', async () => {
    const db = await open();
    const first = await db.write((tx) => insertUser(tx, aStoredUser(), NOW));
    expect(await db.write((tx) => deleteUser(tx, first.id))).toBe(true);
    expect(await db.write((tx) => deleteUser(tx, first.id))).toBe(false);

    const second = await db.write((tx) => insertUser(tx, aStoredUser(), NOW));
    expect(second.id).toBeGreaterThan(first.id);
  });

  test('users and administrators are counted, and the first user is the oldest', async () => {
    const db = await open();
    expect(await countUsers(db.read)).toBe(0);
    expect(await findFirstUser(db.read)).toBeUndefined();
    const { perm } = aStoredUser();
    await db.write((tx) => insertUser(tx, aStoredUser({ username: 'first' }), NOW));
    const admin = aStoredUser({ username: 'root', perm: { ...perm, admin: true } });
    await db.write((tx) => insertUser(tx, admin, NOW));

    expect(await countUsers(db.read)).toBe(2);
    expect(await countAdmins(db.read)).toBe(1);
    expect((await findFirstUser(db.read))?.username).toBe('first');
  });

  test('storing a password with another hash changes nothing else', async () => {
    const db = await open();
    const before = await db.write((tx) => insertUser(tx, aStoredUser(), NOW));
    expect(await db.write((tx) => replacePasswordHash(tx, before, '$argon2id$new'))).toBe(true);
    expect(await findUserById(db.read, before.id)).toEqual({
      ...before,
      passwordHash: '$argon2id$new',
    });
  });

  test('a changed password is not replaced by a new hash of the old one', async () => {
    const db = await open();
    const before = await db.write((tx) => insertUser(tx, aStoredUser(), NOW));
    await db.write((tx) =>
      setPassword(tx, before.id, { passwordHash: '$argon2id$changed', nowMs: NOW }),
    );
    expect(await db.write((tx) => replacePasswordHash(tx, before, '$argon2id$old'))).toBe(false);
    expect((await findUserById(db.read, before.id))?.passwordHash).toBe('$argon2id$changed');
  });
});
