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

/** Returns a database to the schema before migration 0015, with a journal that a crash has left. The next start migrates it. */
export async function returnToEarlierJournal(
  db: Pick<Database, 'write'>,
  journal: EarlierJournal,
): Promise<void> {
  await db.write(async (tx) => {
    await tx.schema.dropTable('operation').execute();
    // Migration 0016 adds this column.
    await tx.schema.alterTable('user').dropColumn('signedUp').execute();
    // Migration 0019 adds this table.
    await tx.schema.dropTable('job').execute();
    // Migration 0020 adds this column and this table.
    await tx.schema.alterTable('upload').dropColumn('verified').execute();
    await tx.schema.dropTable('fileDigest').execute();
    // Migration 0022 adds these tables.
    for (const table of ['entry', 'blob']) await tx.schema.dropTable(table).execute();
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
