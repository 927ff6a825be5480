import type { Kysely, Migration } from 'kysely';

/** Adds fingerprints to journal records, temporary files and uploads, by which their items and folders are recognized. */
export const evidence: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('unfinishedAct').addColumn('item', 'text').execute();
    for (const table of ['unfinishedAct', 'strayPart', 'upload']) {
      await db.schema.alterTable(table).addColumn('folderMark', 'text').execute();
    }
  },
};
