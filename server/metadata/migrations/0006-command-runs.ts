import type { Kysely, Migration } from 'kysely';
import { type Engine, ID_COLUMN } from '../dialect.ts';

/** Creates the log of command runs. Without references, because it outlives its users. */
export function commandRuns(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const id = ID_COLUMN[engine];
      await db.schema
        .createTable('commandRun')
        .addColumn('id', id.type, (column) => id.define(column))
        .addColumn('startedAt', 'bigint', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('username', 'text', (column) => column.notNull())
        .addColumn('trigger', 'text')
        .addColumn('line', 'text', (column) => column.notNull())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('outcome', 'text', (column) => column.notNull())
        .addColumn('exitCode', 'integer')
        .addColumn('durationMs', 'bigint', (column) => column.notNull())
        .addColumn('output', 'text', (column) => column.notNull())
        .addColumn('isCut', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('commandRunByStart')
        .on('commandRun')
        .column('startedAt')
        .execute();
    },
  };
}
