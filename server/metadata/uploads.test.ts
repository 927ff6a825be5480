import { expect, test } from 'vitest';
import { allOf } from '../testing/all-of.ts';
import { describeOnEachEngine } from '../testing/engines.ts';
import { anUpload, aStoredUser, treePath } from '../testing/stored-records.ts';
import type { Database } from './database.ts';
import {
  findUpload,
  findUploadsAt,
  finishUpload,
  insertUpload,
  forgottenUploads,
  unfinishedUploads,
  type NewUpload,
  removeFinishedUploads,
  removeUpload,
  type StoredUpload,
  touchUpload,
} from './uploads.ts';
import { deleteUser, insertUser } from './users.ts';

const HUGE = 9_000_000_000_000; // far beyond 32 bits

describeOnEachEngine('uploads', ({ open }) => {
  test('an upload is found by its user and path, whatever the name and however large', async () => {
    const db = await open();
    const { anna, bob } = await twoUsers(db);
    const path = treePath('/Ünï 😀/100%\n.bin');
    const stored = await begin(db, anUpload({ userId: anna, path, length: HUGE, override: true }));

    expect(stored).toMatchObject({ length: HUGE, override: true, lastByteAt: 1_000 });
    expect(stored.finishedAt).toBeUndefined();
    expect(await findUpload(db.read, anna, path)).toEqual(stored);
    expect(await findUpload(db.read, bob, path)).toBeUndefined();
  });

  test('an upload remembers the time that its file brings, the longest one too', async () => {
    const db = await open();
    const { anna, bob } = await twoUsers(db);
    for (const modifiedMs of [0, 8.64e15]) {
      const path = treePath(`/${modifiedMs}`);
      const stored = await begin(db, anUpload({ userId: anna, path, modifiedMs }));
      expect(stored.modifiedMs).toBe(modifiedMs);
      expect(await findUpload(db.read, anna, path)).toEqual(stored);
    }
    expect((await begin(db, anUpload({ userId: bob }))).modifiedMs).toBeUndefined();
  });

  test('a user has one upload to a path; another user may have one there too', async () => {
    const db = await open();
    const { anna, bob } = await twoUsers(db);
    const first = await begin(db, anUpload({ userId: anna }));
    const second = await begin(db, anUpload({ userId: bob }));

    const again = await db.write((tx) => insertUpload(tx, anUpload({ userId: anna, length: 1 })));
    expect(again).toBe('already-pending');
    expect(await findUploadsAt(db.read, first.path)).toEqual([first, second]);
    expect(await findUploadsAt(db.read, treePath('/docs'))).toEqual([]);
  });

  test('an upload is forgotten when its last byte is old, not when its beginning is', async () => {
    const db = await open();
    const { anna } = await twoUsers(db);
    const stale = await begin(db, anUpload({ userId: anna, path: treePath('/a') }));
    const busy = await begin(db, anUpload({ userId: anna, path: treePath('/b') }));
    const done = await begin(db, anUpload({ userId: anna, path: treePath('/c') }));
    await db.write((tx) => touchUpload(tx, busy.id, 5_000));
    await db.write((tx) => finishUpload(tx, done.id, 1_500));

    expect(await allOf(forgottenUploads(db.read, 5_000))).toEqual([stale]);
    expect((await allOf(unfinishedUploads(db.read))).map(({ id }) => id)).toEqual([
      stale.id,
      busy.id,
    ]);
  });

  test('a finished upload is kept for a while, then forgotten', async () => {
    const db = await open();
    const { anna } = await twoUsers(db);
    const { id, path } = await begin(db, anUpload({ userId: anna }));
    await db.write((tx) => finishUpload(tx, id, 2_000));

    expect(await db.write((tx) => removeFinishedUploads(tx, 2_000, 9))).toBe(0);
    expect((await findUpload(db.read, anna, path))?.finishedAt).toBe(2_000);
    expect(await db.write((tx) => removeFinishedUploads(tx, 2_001, 9))).toBe(1);
    expect(await findUpload(db.read, anna, path)).toBeUndefined();
  });

  test('of two concurrent removals of an upload, one returns true', async () => {
    const db = await open();
    const { anna } = await twoUsers(db);
    const { id } = await begin(db, anUpload({ userId: anna }));
    const answers = await Promise.all([1, 2].map(() => db.write((tx) => removeUpload(tx, id))));
    expect(answers.filter((mine) => mine)).toHaveLength(1);
  });

  test('the uploads of a deleted user are gone', async () => {
    const db = await open();
    const { anna } = await twoUsers(db);
    await begin(db, anUpload({ userId: anna }));
    await db.write((tx) => deleteUser(tx, anna));
    expect(await allOf(unfinishedUploads(db.read))).toEqual([]);
  });
});

async function twoUsers(db: Database): Promise<{ anna: number; bob: number }> {
  return db.write(async (tx) => ({
    anna: (await insertUser(tx, aStoredUser({ username: 'anna' }), 0)).id,
    bob: (await insertUser(tx, aStoredUser({ username: 'bob' }), 0)).id,
  }));
}

async function begin(db: Database, upload: NewUpload): Promise<StoredUpload> {
  const stored = await db.write((tx) => insertUpload(tx, upload));
  if (stored === 'already-pending') throw new Error('the upload was there already');
  return stored;
}
