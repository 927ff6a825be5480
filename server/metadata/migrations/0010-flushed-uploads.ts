import type { Kysely, Migration } from 'kysely';

/** Stores how much of an unfinished upload survives a power cut, and which boot of the machine has written the rest. */
export const flushedUploads: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('upload')
      .addColumn('flushedBytes', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('upload').addColumn('bootId', 'text').execute();
  },
};
