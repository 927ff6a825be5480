import type { Kysely, Migration } from 'kysely';
import { BYTEWISE_TEXT, type Engine } from '../dialect.ts';

/** Creates the table of the items that users have starred or used. */
export function userItems(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('userItem')
        .addColumn('userId', 'bigint', (column) =>
          column.notNull().references('user.id').onDelete('cascade'),
        )
        .addColumn('path', BYTEWISE_TEXT[engine], (column) => column.notNull())
        .addColumn('starredAt', 'bigint')
        .addColumn('usedAt', 'bigint')
        .addColumn('use', 'text')
        .addPrimaryKeyConstraint('userItemKey', ['userId', 'path'])
        .execute();
      await db.schema.createIndex('userItemByPath').on('userItem').column('path').execute();
    },
  };
}
