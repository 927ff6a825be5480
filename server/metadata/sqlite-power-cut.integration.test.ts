import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openForTest } from '../testing/engines.ts';
import { canCutPower, mountDisk } from '../testing/power-cut.ts';
import { aStoredUser } from '../testing/stored-records.ts';
import { insertUser } from './users.ts';

describe.skipIf(!canCutPower).each(['server', 'command'] as const)(
  'a power cut while a %s has the database open',
  (use) => {
    test('loses nothing that was acknowledged, in a new database and in one that is in use', async () => {
      const disk = mountDisk();
      const file = join('state', 'deep', 'filebrowser.db');
      const db = await openForTest({ kind: 'sqlite', file: join(disk.folder, file) }, use);
      await db.write((tx) => insertUser(tx, aStoredUser({ username: 'user 0' }), 0));
      expect(usersIn(join(disk.afterPowerCut(), file))).toBe(1);

      for (let n = 1; n < 40; n += 1) {
        await db.write((tx) => insertUser(tx, aStoredUser({ username: `user ${n}` }), 0));
      }
      expect(usersIn(join(disk.afterPowerCut(), file))).toBe(40);

      await Promise.all(
        Array.from({ length: 400 }, (_, n) =>
          db.write((tx) => insertUser(tx, aStoredUser({ username: `more ${n}` }), 0)),
        ),
      );
      expect(usersIn(join(disk.afterPowerCut(), file))).toBe(440);
    });
  },
);

function usersIn(file: string): unknown {
  const database = new Sqlite(file, { fileMustExist: true });
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    return database.prepare('select count(*) from user').pluck().get();
  } finally {
    database.close();
  }
}
