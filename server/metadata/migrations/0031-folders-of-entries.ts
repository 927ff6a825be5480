import type { Kysely, Migration } from 'kysely';

/** Digests of the folders of audit entries whose paths are shortened. */
export const foldersOfEntries: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('audit').addColumn('folders', 'text').execute();
  },
};
