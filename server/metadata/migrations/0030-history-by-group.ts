import type { Kysely, Migration } from 'kysely';

/** An index by which the operations of one action are counted and found. */
export const historyByGroup: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createIndex('historyByGroup')
      .on('history')
      .columns(['userId', 'groupKey', 'id'])
      .execute();
  },
};
