import type { Kysely, Migration } from 'kysely';
import { BYTEWISE_TEXT, type Engine, ID_COLUMN } from '../dialect.ts';

/** Creates the tables of shares and of their uses by visitors. */
export function shares(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await createShare(db, engine);
      await createHeldShare(db);
      await createShareUse(db, engine);
    },
  };
}

async function createShare(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('share')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'bigint', (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('place', BYTEWISE_TEXT[engine], (column) => column.notNull())
    .addColumn('isFolder', 'integer', (column) => column.notNull())
    .addColumn('item', 'text')
    .addColumn('passwordHash', 'text')
    .addColumn('expire', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('opened', 'bigint', (column) => column.notNull())
    .addColumn('downloaded', 'bigint', (column) => column.notNull())
    .addColumn('lastUsedAt', 'bigint')
    .execute();
  await db.schema.createIndex('shareByUser').on('share').column('userId').execute();
  await db.schema.createIndex('shareByPlace').on('share').column('place').execute();
  await db.schema.createIndex('shareByExpire').on('share').column('expire').execute();
}

/**
 * Creates the table of shares whose items an operation is changing. It has no foreign key, because a share may be removed
 * at any time.
 */
async function createHeldShare(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('heldShare')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('fate', 'text', (column) => column.notNull())
    .execute();
}

async function createShareUse(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const id = ID_COLUMN[engine];
  await db.schema
    .createTable('shareUse')
    .addColumn('id', id.type, (column) => id.define(column))
    .addColumn('hash', 'text', (column) =>
      column.notNull().references('share.hash').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('whole', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('shareUseByHash').on('shareUse').columns(['hash', 'id']).execute();
  await db.schema.createIndex('shareUseByTime').on('shareUse').column('at').execute();
}
