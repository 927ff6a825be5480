import type { Kysely, Migration } from 'kysely';
import { type Engine, ID_COLUMN } from '../dialect.ts';

/** Creates the journal of copies, moves and deletions, by which the next start completes or undoes interrupted ones. */
export function unfinishedActs(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const id = ID_COLUMN[engine];
      await db.schema.alterTable('strayPart').addColumn('formerName', 'text').execute();
      await db.schema
        .createTable('unfinishedAct')
        .addColumn('id', id.type, (column) => id.define(column))
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('fromFolder', 'text', (column) => column.notNull())
        .addColumn('fromName', 'text', (column) => column.notNull())
        .addColumn('toFolder', 'text', (column) => column.notNull())
        .addColumn('toName', 'text', (column) => column.notNull())
        .addColumn('replace', 'integer', (column) => column.notNull())
        .addColumn('originalFolder', 'text')
        .addColumn('originalName', 'text')
        .execute();
    },
  };
}
