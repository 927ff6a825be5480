import { expect, test } from 'vitest';
import { findUserByName, insertUser } from '../../metadata/users.ts';
import { administrationOf } from '../../testing/administration.ts';
import { describeOnEachEngine } from '../../testing/engines.ts';
import { aStoredUser } from '../../testing/stored-records.ts';
import { addUser } from './add-user.ts';
import { changeUser } from './change-user.ts';

/** Costs no hashing. */
const password = { hash: '$argon2id$v=19$m=19456,t=2,p=1$c29tZQ$c29tZQ' };

describeOnEachEngine('names of new users', ({ open }) => {
  test('a name that people would take for an existing one is taken', async () => {
    const administration = await administrationOf(await open());
    const add = (username: string) =>
      addUser(administration, { username, password, home: 'as-given' });
    await add('adm');
    await add('Straße');
    for (const name of ['Adm', 'ADM', 'ａｄｍ', 'STRASSE', 'strasse'])
      await expect(add(name)).rejects.toMatchObject({ code: 'already-exists' });
    await add('ädm');
    const { id } = await add('ben');
    await expect(changeUser(administration, id, { username: 'aDm' })).rejects.toMatchObject({
      code: 'already-exists',
    });
    expect(await changeUser(administration, id, { username: 'Ben' })).toMatchObject({
      username: 'Ben',
    });
  });

  test('a name with characters that are not seen is refused', async () => {
    const administration = await administrationOf(await open());
    const { id } = await addUser(administration, { username: 'ben', password, home: 'as-given' });
    const names = [
      'a\u200bdm',
      'adm\u202e',
      'ali\u00a0',
      'a\u00a0b',
      ' adm',
      'adm ',
      '\u2003adm',
      'a\u3164b',
    ];
    for (const username of names) {
      const refused = {
        code: 'invalid-request',
        message: expect.stringContaining('username: ') as string,
      };
      const adding = addUser(administration, { username, password, home: 'as-given' });
      await expect(adding).rejects.toMatchObject(refused);
      await expect(changeUser(administration, id, { username })).rejects.toMatchObject(refused);
    }
    for (const username of ['Zoë 😀', '山田 太郎', "O'Neil (Ann)"])
      await addUser(administration, { username, password, home: 'as-given' });
  });

  test('existing users keep names that new ones could not have', async () => {
    const administration = await administrationOf(await open());
    const { db } = administration;
    const [one, other] = await db.write(async (tx) => [
      await insertUser(tx, aStoredUser({ username: 'adm' }), 1),
      await insertUser(tx, aStoredUser({ username: ' Adm\u200b' }), 1),
    ]);
    await changeUser(administration, other.id, { username: other.username, locale: 'de' });
    expect(await findUserByName(db.read, ' Adm\u200b')).toMatchObject({
      id: other.id,
      locale: 'de',
    });
    expect(await findUserByName(db.read, 'adm')).toMatchObject({ id: one.id });
  });
});
