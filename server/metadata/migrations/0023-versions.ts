import type { Kysely, Migration } from 'kysely';

/** The time of the contents of an earlier version, by which users recognize it. Null for deleted items. */
export const versions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('trash').addColumn('modifiedMs', 'bigint').execute();
  },
};
