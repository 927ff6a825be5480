import type { Kysely, Migration } from 'kysely';

/** Adds the modification time that a client sends with an upload. */
export const modifiedBySender: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('upload').addColumn('modifiedMs', 'bigint').execute();
  },
};
