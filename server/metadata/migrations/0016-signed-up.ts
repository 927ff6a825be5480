import type { Kysely, Migration } from 'kysely';

/** Users who have created their own account. Together they have one budget of audit entries for each network. */
export const signedUp: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('user')
      .addColumn('signedUp', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
