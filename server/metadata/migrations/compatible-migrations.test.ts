import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { expect, test } from 'vitest';
import { isCompatible, migrationsFor } from './all.ts';

/** Statements that servers of the version before do not notice. A unique index could refuse their rows. */
const ADDITIONS = [
  /^create table /,
  /^create index /,
  /^alter table "\w+" add column .*(?: default |(?<! not null)$)/,
];

test('migrations that may run beside other servers add only', async () => {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: new SqliteDialect({ database: new Sqlite(':memory:') }),
    log: ({ query }) => void statements.push(query.sql),
  });
  const additions: string[] = [];
  for (const [name, { up }] of Object.entries(migrationsFor('sqlite'))) {
    statements.length = 0;
    await up(db);
    if (isCompatible(name)) additions.push(...statements);
  }
  await db.destroy();
  expect(additions).toContainEqual(expect.stringMatching(/^create index "historyByGroup"/));
  expect(additions.filter((each) => !ADDITIONS.some((addition) => addition.test(each)))).toEqual(
    [],
  );
});
