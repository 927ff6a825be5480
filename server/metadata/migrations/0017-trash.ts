import type { Kysely, Migration } from 'kysely';
import { BYTEWISE_TEXT, type Engine, ID_COLUMN } from '../dialect.ts';

/** Items in the trash, and earlier versions of files. Without references, because they outlive the users who have deleted them. */
export function trash(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const id = ID_COLUMN[engine];
      const path = BYTEWISE_TEXT[engine];
      await db.schema
        .createTable('trash')
        .addColumn('id', id.type, (column) => id.define(column))
        .addColumn('purpose', 'text', (column) => column.notNull())
        .addColumn('userId', 'bigint')
        .addColumn('username', 'text', (column) => column.notNull())
        .addColumn('source', path, (column) => column.notNull())
        .addColumn('path', path, (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('size', 'bigint')
        .addColumn('entries', 'bigint')
        .addColumn('item', 'text', (column) => column.notNull())
        .addColumn('folderMark', 'text')
        .addColumn('deletedAt', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('trashByPath').unique().on('trash').column('path').execute();
      await db.schema
        .createIndex('trashBySource')
        .on('trash')
        .columns(['purpose', 'source'])
        .execute();
      await db.schema
        .createIndex('trashByUser')
        .on('trash')
        .columns(['purpose', 'userId', 'deletedAt', 'id'])
        .execute();
      await db.schema
        .createIndex('trashByTime')
        .on('trash')
        .columns(['purpose', 'deletedAt', 'id'])
        .execute();
    },
  };
}
