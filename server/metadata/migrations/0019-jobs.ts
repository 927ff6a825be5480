import type { Kysely, Migration } from 'kysely';
import { type Engine, ID_COLUMN } from '../dialect.ts';

/** Long operations, which go on after a restart. `operationId` is the id of the journal record of one that has begun. */
export function jobs(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const id = ID_COLUMN[engine];
      await db.schema
        .createTable('job')
        .addColumn('id', id.type, (column) => id.define(column))
        .addColumn('operationKey', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('userId', 'bigint', (column) => column.notNull())
        .addColumn('username', 'text', (column) => column.notNull())
        .addColumn('fromPath', 'text', (column) => column.notNull())
        .addColumn('toPath', 'text')
        .addColumn('options', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('items', 'bigint', (column) => column.notNull())
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .addColumn('totalItems', 'bigint')
        .addColumn('totalBytes', 'bigint')
        .addColumn('startedAt', 'bigint', (column) => column.notNull())
        .addColumn('endedAt', 'bigint')
        .addColumn('operationId', 'bigint')
        .addColumn('bootId', 'text')
        .addColumn('outcome', 'text')
        .execute();
      await db.schema.createIndex('jobByUser').on('job').columns(['userId', 'id']).execute();
      await db.schema.createIndex('jobByEnd').on('job').columns(['endedAt']).execute();
    },
  };
}
