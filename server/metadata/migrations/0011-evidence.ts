import type { Kysely, Migration } from 'kysely';

/** Records of unfinished work say how to recognize the items and folders that they are about. */
export const evidence: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('unfinishedAct').addColumn('item', 'text').execute();
    for (const table of ['unfinishedAct', 'strayPart', 'upload']) {
      await db.schema.alterTable(table).addColumn('folderMark', 'text').execute();
    }
  },
};
