import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countBelongings } from '../../metadata/belongings.ts';
import { insertShare } from '../../metadata/shares.ts';
import { listOperations } from '../../metadata/operation-journal.ts';
import { insertUpload } from '../../metadata/uploads.ts';
import { findUserById, insertUser } from '../../metadata/users.ts';
import { administrationOf } from '../../testing/administration.ts';
import { describeOnEachEngine } from '../../testing/engines.ts';
import { anUpload, aShare, aStoredUser, treePath } from '../../testing/stored-records.ts';
import { AppError } from '../../errors.ts';
import type { TemporaryFileRef } from '../../storage/driver.ts';
import { removeUser } from './remove-user.ts';

describeOnEachEngine('removing users', ({ open }) => {
  test('removes shares and unfinished uploads of the user, also on disk, and keeps files', async () => {
    const administration = await administrationOf(await open());
    const { db, root } = administration;
    mkdirSync(join(root, 'docs'));
    writeFileSync(join(root, 'docs', '.filebrowser-1.part'), 'half');
    writeFileSync(join(root, 'docs', 'whole.txt'), 'all');
    const { id } = await db.write((tx) => insertUser(tx, aStoredUser(), 1_000));
    await db.write(async (tx) => {
      await insertUpload(tx, anUpload({ userId: id }));
      await insertShare(tx, aShare({ userId: id }));
    });
    expect(await countBelongings(db.read, id, Date.now())).toEqual({
      sessions: 0,
      shares: 1,
      uploads: 1,
    });

    await removeUser(administration, id);

    expect(await findUserById(db.read, id)).toBeUndefined();
    expect(await countBelongings(db.read, id, Date.now())).toEqual({
      sessions: 0,
      shares: 0,
      uploads: 0,
    });
    expect(readdirSync(join(root, 'docs'))).toEqual(['whole.txt']);
    expect(await listOperations(db.read)).toEqual([]);
  });

  test.each([
    ['does not answer', new AppError('not-answering', 'the disk does not answer')],
    ['has a fault', new Error('the disk has a fault')],
  ])('bytes on another disk are removed although one %s', async (_, failure) => {
    const administration = await administrationOf(await open());
    const { db, driver, root } = administration;
    for (const folder of ['docs', 'more']) {
      mkdirSync(join(root, folder));
      writeFileSync(join(root, folder, '.filebrowser-1.part'), 'half');
    }
    const { id } = await db.write((tx) => insertUser(tx, aStoredUser(), 1_000));
    await db.write(async (tx) => {
      await insertUpload(tx, anUpload({ userId: id }));
      const [path, folder] = [treePath('/more/a.txt'), treePath('/more')];
      await insertUpload(tx, anUpload({ userId: id, path, folder }));
    });
    const failing = {
      ...driver,
      removeTemporaryFile: (file: TemporaryFileRef) =>
        file.folder === '/docs' ? Promise.reject(failure) : driver.removeTemporaryFile(file),
    };

    await removeUser({ db, driver: failing }, id).catch(() => undefined);

    expect(readdirSync(join(root, 'more'))).toEqual([]);
    expect(await listOperations(db.read)).toMatchObject([
      { kind: 'discard', temporary: '/docs/.filebrowser-1.part' },
    ]);
  });

  test('bytes that cannot be removed now are removed at the next start', async () => {
    const { db, driver } = await administrationOf(await open());
    const { id } = await db.write((tx) => insertUser(tx, aStoredUser(), 1_000));
    await db.write((tx) => insertUpload(tx, anUpload({ userId: id })));
    const failing = {
      ...driver,
      removeTemporaryFile: () => Promise.reject(new Error('the disk is gone')),
    };

    await expect(removeUser({ db, driver: failing }, id)).rejects.toThrow('the disk is gone');

    expect(await findUserById(db.read, id)).toBeUndefined();
    expect(await listOperations(db.read)).toMatchObject([
      { kind: 'discard', temporary: '/docs/.filebrowser-1.part' },
    ]);
  });

  test('keeps the only administrator with all belongings', async () => {
    const administration = await administrationOf(await open());
    const { db } = administration;
    const perm = { ...aStoredUser().perm, admin: true };
    const { id } = await db.write((tx) => insertUser(tx, aStoredUser({ perm }), 1_000));
    await db.write((tx) => insertShare(tx, aShare({ userId: id })));

    await expect(removeUser(administration, id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(removeUser(administration, 99)).rejects.toMatchObject({ code: 'not-found' });

    expect((await countBelongings(db.read, id, Date.now())).shares).toBe(1);
    expect(existsSync(administration.root)).toBe(true);
  });
});
