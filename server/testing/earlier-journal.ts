import { sql } from 'kysely';
import type { Database, Writer } from '../metadata/database.ts';

/** Rows of the tables in which versions before migration 0015 kept their journal. */
export interface EarlierJournal {
  readonly unfinishedAct: readonly Readonly<Record<string, string | number>>[];
  readonly strayPart: readonly Readonly<Record<string, string>>[];
  readonly heldShare: readonly Readonly<Record<'hash' | 'fate', string>>[];
}

const COLUMNS: Readonly<Record<keyof EarlierJournal, string>> = {
  unfinishedAct:
    '"id" integer, "kind" text, "fromFolder" text, "fromName" text, "toFolder" text, "toName" text, "replace" integer, "originalFolder" text, "originalName" text, "item" text, "folderMark" text',
  strayPart: '"folder" text, "partName" text, "formerName" text, "folderMark" text',
  heldShare: '"hash" text, "fate" text',
};

/** Tables that exist before migration 0015, besides those of the journal. */
const EARLIER_TABLES: ReadonlySet<string> = new Set([
  'user',
  'session',
  'setting',
  'upload',
  'share',
  'shareUse',
  'commandRun',
  'audit',
  'schemaMigration',
  'schemaMigrationLock',
]);
/** Columns that later migrations add to these tables. */
const LATER_COLUMNS = [
  ['user', 'signedUp'],
  ['upload', 'verified'],
  ['audit', 'folders'],
] as const;

/** Lists the tables that later migrations create, those that refer to others first. */
async function laterTables(tx: Writer): Promise<string[]> {
  const tables = await tx.introspection.getTables();
  const later = tables.map(({ name }) => name).filter((name) => !EARLIER_TABLES.has(name));
  return later.toSorted().toReversed();
}

/** Returns a database to the schema before migration 0015, with a journal that a crash has left. The next start migrates it. */
export async function returnToEarlierJournal(
  db: Pick<Database, 'write'>,
  journal: EarlierJournal,
): Promise<void> {
  await db.write(async (tx) => {
    for (const table of await laterTables(tx)) await tx.schema.dropTable(table).execute();
    for (const [table, column] of LATER_COLUMNS)
      await tx.schema.alterTable(table).dropColumn(column).execute();
    await sql`delete from ${sql.table('schemaMigration')} where name >= '0015'`.execute(tx);
    for (const table of ['unfinishedAct', 'strayPart', 'heldShare'] as const) {
      await sql`create table ${sql.table(table)} (${sql.raw(COLUMNS[table])})`.execute(tx);
      for (const row of journal[table]) await insertRow(tx, table, row);
    }
  });
}

async function insertRow(
  tx: Writer,
  table: string,
  row: Readonly<Record<string, string | number>>,
): Promise<void> {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  const values = sql.join(Object.values(row));
  await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(tx);
}
