import type { Kysely, Migration } from 'kysely';

/** An upload may bring the time at which its file was last changed. */
export const modifiedBySender: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('upload').addColumn('modifiedMs', 'bigint').execute();
  },
};
