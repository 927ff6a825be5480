import type { Kysely, Migration } from 'kysely';
import { type Engine, ID_COLUMN } from '../dialect.ts';

/** Operations that have ended, with what undoes them. */
export function history(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const id = ID_COLUMN[engine];
      await db.schema
        .createTable('history')
        .addColumn('id', id.type, (column) => id.define(column))
        .addColumn('userId', 'bigint', (column) => column.notNull())
        .addColumn('groupKey', 'text')
        .addColumn('payload', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('reason', 'text')
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('historyByUser')
        .on('history')
        .columns(['userId', 'at', 'id'])
        .execute();
      await db.schema.createIndex('historyByTime').on('history').column('at').execute();
    },
  };
}
