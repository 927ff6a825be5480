import type { Kysely, Migration } from 'kysely';

/** Adds the number of further operations or runs that an entry of the audit log or the command log stands for. */
export const repeatedEntries: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ['audit', 'commandRun']) {
      await db.schema
        .alterTable(table)
        .addColumn('more', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    }
  },
};
