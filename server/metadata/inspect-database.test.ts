import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { aStoredUser } from '../testing/stored-records.ts';
import { openDatabase } from './database.ts';
import { inspectDatabase } from './inspect-database.ts';
import { insertUser, listUsers } from './users.ts';

describeOnEachEngine('looking into a database', ({ emptyDatabase }) => {
  test('reads a database, also while a server has it open', async () => {
    const config = await emptyDatabase();
    const server = await openDatabase(config);
    await server.write((tx) => insertUser(tx, aStoredUser(), 1));
    const looking = await inspectDatabase(config);
    expect((await listUsers(looking.read)).map(({ username }) => username)).toEqual(['anna']);
    expect(looking.age).toBe('current');
    expect(looking.version).toMatch(/^(?:SQLite|PostgreSQL) \d/);
    expect(await looking.damage()).toEqual([]);
    await looking.close();
    await server.close();
  });

  test('leaves no trace of reading an unused database', async () => {
    const config = await emptyDatabase();
    await (await openDatabase(config)).close();
    const looking = await inspectDatabase(config);
    expect(await listUsers(looking.read)).toEqual([]);
    await looking.close();
    if (config.kind === 'sqlite') expect(readdirSync(dirname(config.file))).toHaveLength(1);
  });

  test('reports a schema of another version, and does not change it', async () => {
    const config = await emptyDatabase();
    const server = await openDatabase(config);
    const forget = sql.raw(`delete from "schemaMigration" where name like '0005%'`);
    await server.write((tx) => forget.execute(tx));
    await server.close();
    for (let look = 0; look < 2; look += 1) {
      const looking = await inspectDatabase(config);
      expect(looking.age).toBe('older');
      await looking.close();
    }
  });

  test('one that cannot be opened is a line for the operator', async () => {
    const config = await emptyDatabase();
    const nowhere =
      config.kind === 'sqlite'
        ? { ...config, file: `${config.file}-missing` }
        : { ...config, url: 'postgres://127.0.0.1:1/none' };
    await expect(inspectDatabase(nowhere)).rejects.toThrow(/^the database .* cannot be/);
    if (nowhere.kind === 'sqlite') expect(existsSync(nowhere.file)).toBe(false);
  });
});
