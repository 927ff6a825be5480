import { existsSync, mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Database, openDatabase } from '../metadata/database.ts';
import { listOperations } from '../metadata/operation-journal.ts';
import { insertShare } from '../metadata/shares.ts';
import { insertUpload } from '../metadata/uploads.ts';
import { findUserByName, insertUser } from '../metadata/users.ts';
import { runCli } from '../testing/cli.ts';
import { temporaryFolder } from '../testing/engines.ts';
import { anUpload, aShare, aStoredUser } from '../testing/stored-records.ts';

const PART = '.filebrowser-1.part';
const PART_PATH = `/docs/${PART}`;
const REFUSAL = /the folder at .+ is not the one that the database belongs to; mount its disk/;

/** A root with a temporary file. `swap` exchanges it with another folder that looks like it, as when its disk is not mounted. */
async function aRoot() {
  const folder = temporaryFolder();
  const root = join(folder, 'files');
  for (const name of ['files', 'other']) {
    const docs = join(folder, name, 'docs');
    mkdirSync(docs, { recursive: true });
    writeFileSync(join(docs, PART), 'old');
    const yesterday = Date.now() / 1_000 - 86_400;
    utimesSync(join(docs, PART), yesterday, yesterday);
  }
  const runAt = (path: string, ...words: string[]) =>
    runCli([...words, '--root', path], { folder });
  const run = (...words: string[]) => runAt(root, ...words);
  await run('config', 'init');
  await run('root', 'accept');
  return {
    root,
    run,
    runAt,
    swap() {
      renameSync(root, join(folder, 'third'));
      renameSync(join(folder, 'other'), root);
      renameSync(join(folder, 'third'), join(folder, 'other'));
    },
    async inDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
      const db = await openDatabase({ kind: 'sqlite', file: join(folder, 'filebrowser.db') });
      try {
        return await work(db);
      } finally {
        await db.close();
      }
    },
  };
}

test('commands refuse a root that is not the one of the database, and change nothing', async () => {
  const { root, run, swap, inDatabase } = await aRoot();
  swap();
  for (const words of [
    ['users', 'add', 'ann', 'correct horse battery', '--scope', '/ann'],
    ['temporary-files', 'ls'],
    ['temporary-files', 'restore', PART_PATH],
    ['temporary-files', 'rm', PART_PATH],
  ]) {
    await expect(run(...words)).rejects.toThrow(REFUSAL);
  }
  expect(readdirSync(root)).toEqual(['docs']);
  expect(readdirSync(join(root, 'docs'))).toEqual([PART]);
  expect(await inDatabase(({ read }) => findUserByName(read, 'ann'))).toBeUndefined();

  swap();
  await run('users', 'add', 'ann', 'correct horse battery', '--scope', '/ann');
  await run('temporary-files', 'rm', PART_PATH);
  expect(readdirSync(root).sort()).toEqual(['ann', 'docs']);
  expect(readdirSync(join(root, 'docs'))).toEqual([]);
});

test('does not adopt or report shares while another folder is at the root', async () => {
  const { run, swap, inDatabase } = await aRoot();
  await inDatabase((db) =>
    db.write(async (tx) => {
      const { id } = await insertUser(tx, aStoredUser(), 1_000);
      await insertShare(tx, aShare({ userId: id }));
    }),
  );
  swap();
  await expect(run('shares', 'ls')).rejects.toThrow(REFUSAL);
  await expect(run('shares', 'adopt', '--all')).rejects.toThrow(REFUSAL);
  swap();
  expect((await run('shares', 'ls')).printed).toContain('gone');
});

test('removes a user, and keeps the records of temporary files until the disk is back', async () => {
  const { root, run, swap, inDatabase } = await aRoot();
  const { username } = aStoredUser();
  await inDatabase((db) =>
    db.write(async (tx) => {
      const { id } = await insertUser(tx, aStoredUser(), 1_000);
      await insertUpload(tx, anUpload({ userId: id }));
    }),
  );
  swap();
  expect((await run('users', 'rm', username)).printed).toContain('is removed');
  expect(existsSync(join(root, 'docs', PART))).toBe(true);
  expect(await inDatabase(({ read }) => listOperations(read))).toMatchObject([
    { temporary: `/docs/${PART}` },
  ]);
  expect(await inDatabase(({ read }) => findUserByName(read, username))).toBeUndefined();
});

test('another folder named by --root is accepted, as by a start of the server', async () => {
  const { root, runAt } = await aRoot();
  const other = join(root, '..', 'other');
  await runAt(other, 'temporary-files', 'rm', PART_PATH);
  expect(readdirSync(join(other, 'docs'))).toEqual([]);
});
