import type { Kysely, Migration } from 'kysely';

/** Creates the table of invitations to set a password. A user has at most one. */
export const invitations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('invitation')
      .addColumn('userId', 'bigint', (column) =>
        column.primaryKey().references('user.id').onDelete('cascade'),
      )
      .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .execute();
  },
};
