import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { scriptArguments, modulePath, spawnScript } from '../testing/child-script.ts';
import { openForTest, temporaryFolder } from '../testing/engines.ts';
import { aStoredUser } from '../testing/stored-records.ts';
import { openDatabase } from './database.ts';
import { countUsers, deleteUser, findUserByName, insertUser, listUsers } from './users.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('a database file', () => {
  test('is readable by its owner and group only, with its companions, whatever the umask', async () => {
    const before = process.umask(0o000);
    onTestFinished(() => void process.umask(before));
    const file = join(temporaryFolder(), 'deep', 'er', 'filebrowser.db');
    const db = await openForTest({ kind: 'sqlite', file });
    await db.write((tx) => insertUser(tx, aStoredUser(), 0));

    expect([file, `${file}-wal`, `${file}-shm`].map(modeOf)).toEqual(['640', '640', '640']);
    expect(modeOf(join(file, '..'))).toBe('700');
    expect(modeOf(join(file, '..', '..'))).toBe('700');
  });

  test('that is empty is taken as a new one', async () => {
    const file = join(temporaryFolder(), 'empty.db');
    writeFileSync(file, '');
    expect(await countUsers((await openForTest({ kind: 'sqlite', file })).read)).toBe(0);
  });

  test('that is something else is refused and left untouched', async () => {
    const file = join(temporaryFolder(), 'letter.txt');
    const letter = 'Dear Anna, '.repeat(1_000);
    writeFileSync(file, letter);
    expect(await refusalOf(file)).toBe(
      `the database ${file} is not a database, or is damaged; it was not changed`,
    );
    expect(readFileSync(file, 'utf8')).toBe(letter);
  });

  test('of File Browser 2 is recognized and not changed', async () => {
    const file = join(temporaryFolder(), 'old.db');
    const page = Buffer.alloc(16_384);
    page.writeUInt16LE(4, 8);
    page.writeUInt32LE(0xed0cdaed, 16);
    writeFileSync(file, page);
    expect(await refusalOf(file)).toMatch(/database of File Browser 2.*left untouched/);
    expect(readFileSync(file).equals(page)).toBe(true);
  });

  test('of another program is refused and not changed', async () => {
    const file = join(temporaryFolder(), 'places.sqlite');
    const theirs = new Sqlite(file);
    theirs.exec('create table bookmark (url text)');
    theirs.close();
    expect(await refusalOf(file)).toMatch(/belongs to another program/);
    const after = new Sqlite(file, { readonly: true });
    onTestFinished(() => void after.close());
    expect(after.prepare('select name from sqlite_schema').pluck().all()).toEqual(['bookmark']);
  });

  test('with damaged pages is refused with one line', async () => {
    const file = await madeDatabase();
    const descriptor = openSync(file, 'r+');
    writeSync(descriptor, Buffer.alloc(4_000, 0x5a), 0, 4_000, 100);
    closeSync(descriptor);
    expect(await refusalOf(file)).toMatch(/is (not a database, or is )?damaged/);
  });

  test('that was cut short is refused in one line', async () => {
    const file = await madeDatabase();
    truncateSync(file, 5_000);
    expect(await refusalOf(file)).toMatch(/damaged/);
  });

  test('that is a folder, or below a file, is refused with one line', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'a'));
    writeFileSync(join(folder, 'b'), 'x');
    expect(await refusalOf(join(folder, 'a'))).toMatch(/is a folder/);
    expect(await refusalOf(join(folder, 'b', 'filebrowser.db'))).toMatch(/not a folder/);
  });

  test('that another process has locked exclusively is reported as locked', async () => {
    const file = await madeDatabase();
    const other = new Sqlite(file);
    onTestFinished(() => void other.close());
    other.pragma('locking_mode = exclusive');
    other.exec('begin exclusive');
    expect(await refusalOf(file)).toMatch(/is locked by another process/);
  });

  test.skipIf(process.getuid?.() !== 0)(
    'that is not writable, or whose folder is not, is reported as such',
    async () => {
      const folder = temporaryFolder();
      chmodSync(folder, 0o755);
      const file = join(folder, 'filebrowser.db');
      expect(refusalAsNobody(file)).toMatch(/no permission/);
      await (await openDatabase({ kind: 'sqlite', file })).close();
      expect(refusalAsNobody(file)).toMatch(/no permission/);
      chmodSync(file, 0o666);
      expect(refusalAsNobody(file)).toMatch(/no permission/);
    },
  );

  test('has all that was stored before a kill -9, and no half of a transaction', async () => {
    const file = await madeDatabase();
    const writer = spawnScript(`
      import { openDatabase } from '${modulePath('metadata/database.ts')}';
      import { insertUser } from '${modulePath('metadata/users.ts')}';
      import { aStoredUser } from '${modulePath('testing/stored-records.ts')}';
      const db = await openDatabase({ kind: 'sqlite', file: ${JSON.stringify(file)} });
      for (let n = 0; ; n += 1) {
        await db.write(async (tx) => {
          await insertUser(tx, aStoredUser({ username: 'left ' + n }), 0);
          await insertUser(tx, aStoredUser({ username: 'right ' + n }), 0);
        });
        process.stdout.write(n + '\\n');
      }`);
    let message = '';
    writer.stdout.setEncoding('utf8').on('data', (text: string) => (message += text));
    while (message.split('\n').length < 50) await delay(5);
    writer.kill('SIGKILL');
    await once(writer, 'close');

    const db = await openForTest({ kind: 'sqlite', file });
    const lastTold = Number(message.trimEnd().split('\n').at(-1));
    expect(await findUserByName(db.read, `right ${lastTold}`)).toBeDefined();
    const names = (await listUsers(db.read)).map((user) => user.username);
    expect(names.filter((name) => name.startsWith('left')).length).toBe(names.length / 2);
  });
});

describe.each(['server', 'command'] as const)('the change stamp of a %s', (use) => {
  test('stays the same without changes', async () => {
    const db = await openForTest({ kind: 'sqlite', file: await madeDatabase() }, use);
    const stamp = db.changeStamp();
    await countUsers(db.read);
    expect(db.changeStamp()).toBe(stamp);
  });

  test('moves with every write of ours, also by a cascade', async () => {
    const db = await openForTest({ kind: 'sqlite', file: await madeDatabase() }, use);
    const stamps = new Set([db.changeStamp()]);
    const { id } = await db.write((tx) => insertUser(tx, aStoredUser(), 0));
    stamps.add(db.changeStamp());
    await db.write((tx) => deleteUser(tx, id));
    stamps.add(db.changeStamp());
    expect(stamps.size).toBe(3);
  });

  test('moves when another process writes', async () => {
    const file = await madeDatabase();
    const db = await openForTest({ kind: 'sqlite', file }, use);
    const before = db.changeStamp();
    const writer = spawnScript(`
      import { openDatabase } from '${modulePath('metadata/database.ts')}';
      import { insertUser } from '${modulePath('metadata/users.ts')}';
      import { aStoredUser } from '${modulePath('testing/stored-records.ts')}';
      const db = await openDatabase({ kind: 'sqlite', file: ${JSON.stringify(file)} });
      await db.write((tx) => insertUser(tx, aStoredUser({ username: 'theirs' }), 0));
      await db.close();`);
    await once(writer, 'close');

    expect(db.changeStamp()).not.toBe(before);
    expect(await findUserByName(db.read, 'theirs')).toBeDefined();
    const after = db.changeStamp();
    expect(db.changeStamp()).toBe(after);
  });
});

test('uncached writes of a server leave the change stamp, and hide no change of another connection', async () => {
  const file = await madeDatabase();
  const db = await openForTest({ kind: 'sqlite', file }, 'server');
  const other = await openForTest({ kind: 'sqlite', file }, 'command');
  const stamp = db.changeStamp();
  const write = (username: string, isUncached: boolean) =>
    db.write((tx) => insertUser(tx, aStoredUser({ username }), 0), { isUncached });
  await write('uncached', true);
  expect(db.changeStamp()).toBe(stamp);
  expect(await findUserByName(db.read, 'uncached')).toBeDefined();

  await other.write((tx) => insertUser(tx, aStoredUser({ username: 'theirs' }), 0));
  await write('uncached too', true);
  const after = db.changeStamp();
  expect(after).not.toBe(stamp);
  await write('cached', false);
  expect(db.changeStamp()).not.toBe(after);
});

describe.skipIf(!mayMount())('on a full disk', () => {
  const USES = ['server', 'command'] as const;

  test.each(USES)(
    'a database that was closed well opens for reading in a %s, and writes again once there is space',
    async (use) => {
      const disk = smallDisk();
      const file = join(disk, 'filebrowser.db');
      const first = await openDatabase({ kind: 'sqlite', file });
      await first.write((tx) => insertUser(tx, aStoredUser({ username: 'anna' }), 0));
      await first.close();
      fill(disk);

      const db = await openForTest({ kind: 'sqlite', file }, use);
      expect(await findUserByName(db.read, 'anna')).toBeDefined();
      expect(db.changeStamp()).toBe(db.changeStamp());
      await expect(
        db.write((tx) => insertUser(tx, aStoredUser({ username: 'bob' }), 0)),
      ).rejects.toMatchObject({ name: 'AppError', code: 'no-space' });
      expect(await countUsers(db.read)).toBe(1);

      rmSync(join(disk, 'fill'));
      await db.write((tx) => insertUser(tx, aStoredUser({ username: 'bob' }), 0));
      expect(await countUsers(db.read)).toBe(2);
    },
  );

  test('a database that was not closed opens too, with its last changes', async () => {
    const disk = smallDisk();
    const file = join(disk, 'filebrowser.db');
    const writer = spawnScript(`
      import { openDatabase } from '${modulePath('metadata/database.ts')}';
      import { insertUser } from '${modulePath('metadata/users.ts')}';
      import { aStoredUser } from '${modulePath('testing/stored-records.ts')}';
      const db = await openDatabase({ kind: 'sqlite', file: ${JSON.stringify(file)} });
      await db.write((tx) => insertUser(tx, aStoredUser(), 0));
      process.kill(process.pid, 'SIGKILL');`);
    await once(writer, 'close');
    expect(existsSync(`${file}-wal`)).toBe(true);
    fill(disk);

    const db = await openForTest({ kind: 'sqlite', file });
    expect(await countUsers(db.read)).toBe(1);
  });

  test.each(USES)(
    'a disk that fills while a %s runs refuses writes with an explanation and keeps all data',
    async (use) => {
      const disk = smallDisk();
      const db = await openForTest({ kind: 'sqlite', file: join(disk, 'filebrowser.db') }, use);
      const { id: userId } = await db.write((tx) => insertUser(tx, aStoredUser(), 0));
      fill(disk);

      const failures = new Set<unknown>();
      for (let n = 0; n < 200; n += 1) {
        await db
          .write((tx) => insertUser(tx, aStoredUser({ username: `user ${n}` }), 0))
          .catch((error: unknown) => failures.add((error as { code?: unknown }).code));
      }
      expect([...failures]).toEqual(['no-space']);
      expect(await findUserByName(db.read, 'anna')).toMatchObject({ id: userId });
    },
  );

  test('a new database is refused in one line', async () => {
    const disk = smallDisk();
    fill(disk);
    expect(await refusalOf(join(disk, 'filebrowser.db'))).toMatch(/no space left on its disk/);
  });
});

async function madeDatabase(): Promise<string> {
  const file = join(temporaryFolder(), 'filebrowser.db');
  await (await openDatabase({ kind: 'sqlite', file })).close();
  return file;
}

async function refusalOf(file: string): Promise<string> {
  const failure = await openDatabase({ kind: 'sqlite', file }).then(
    (db) => db.close(),
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ name: 'StartupError' });
  const { message } = failure as Error;
  expect(message).not.toContain('\n');
  return message;
}

function refusalAsNobody(file: string): string {
  const script = `
    import { openDatabase } from '${modulePath('metadata/database.ts')}';
    await openDatabase({ kind: 'sqlite', file: ${JSON.stringify(file)} }).catch((error) => console.log(error.message));`;
  const options = { uid: 65_534, gid: 65_534, encoding: 'utf8', env: { HOME: '/tmp' } } as const;
  return execFileSync(process.execPath, scriptArguments(script), options);
}

function mayMount(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

function smallDisk(): string {
  const folder = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', [folder]));
  return folder;
}

function fill(disk: string): void {
  const descriptor = openSync(join(disk, 'fill'), 'a');
  try {
    for (;;) writeSync(descriptor, Buffer.alloc(4_096));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    closeSync(descriptor);
  }
}
