import type { Kysely, Migration } from 'kysely';
import { BYTEWISE_TEXT, type Engine, ID_COLUMN } from '../dialect.ts';

/** The tree of the managed store: entries, and the blobs with their contents. Creates its root, whose id is 1. */
export function managedStore(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await createBlobs(db);
      await createEntries(db, engine);
      await createIndexes(db);
      await insertRoot(db);
    },
  };
}

async function createBlobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('blob')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('size', 'bigint')
    .addColumn('sha256', 'text')
    .execute();
}

async function createEntries(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const id = ID_COLUMN[engine];
  const bytewise = BYTEWISE_TEXT[engine];
  await db.schema
    .createTable('entry')
    .addColumn('id', id.type, (column) => id.define(column))
    .addColumn('parent', 'bigint', (column) => column.references('entry.id'))
    .addColumn('name', bytewise, (column) => column.notNull())
    .addColumn('sortKey', bytewise, (column) => column.notNull())
    .addColumn('folded', 'text', (column) => column.notNull())
    .addColumn('isFolder', 'integer', (column) => column.notNull())
    .addColumn('isTemporary', 'integer', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('modifiedUs', 'bigint', (column) => column.notNull())
    .addColumn('mode', 'integer', (column) => column.notNull())
    .addColumn('blob', 'text', (column) => column.references('blob.id'))
    .addUniqueConstraint('entryName', ['parent', 'name'])
    .execute();
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('entryOrder')
    .on('entry')
    .columns(['parent', 'isTemporary', 'isFolder', 'sortKey', 'name'])
    .execute();
  await db.schema.createIndex('entryBlob').on('entry').column('blob').execute();
  await db.schema
    .createIndex('temporaryEntry')
    .on('entry')
    .column('isTemporary')
    .where('isTemporary', '=', 1)
    .execute();
  await db.schema.createIndex('blobState').on('blob').columns(['state', 'since']).execute();
}

async function insertRoot(given: Kysely<unknown>): Promise<void> {
  // The table has just been created.
  const db = given as Kysely<{ entry: Record<string, string | number | null> }>;
  const root = { name: '', sortKey: '', folded: '', isFolder: 1, isTemporary: 0 };
  const facts = { parent: null, size: 0, modifiedUs: Date.now() * 1_000, mode: 0o750, blob: null };
  await db
    .insertInto('entry')
    .values({ ...root, ...facts })
    .execute();
}
