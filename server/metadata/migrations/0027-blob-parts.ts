import type { Kysely, Migration } from 'kysely';

/** The state of blobs that are being written to object storage: their multipart uploads, parts and tails. */
export const blobParts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('blobDraft')
      .addColumn('blob', 'text', (column) =>
        column.primaryKey().references('blob.id').onDelete('cascade'),
      )
      .addColumn('uploadId', 'text')
      .addColumn('partSize', 'bigint', (column) => column.notNull())
      .addColumn('length', 'bigint')
      .execute();
    await db.schema
      .createTable('blobPart')
      .addColumn('blob', 'text', (column) =>
        column.notNull().references('blob.id').onDelete('cascade'),
      )
      .addColumn('n', 'integer', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('etag', 'text', (column) => column.notNull())
      .addColumn('crc', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('blobPartPlace', ['blob', 'n'])
      .execute();
    await db.schema
      .createTable('blobTail')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('blob', 'text', (column) =>
        column.notNull().references('blob.id').onDelete('cascade'),
      )
      .addColumn('n', 'integer', (column) => column.notNull())
      .addColumn('generation', 'integer', (column) => column.notNull())
      .addColumn('size', 'bigint')
      .addColumn('crc', 'bigint')
      .execute();
    await db.schema.createIndex('blobTailOf').on('blobTail').column('blob').execute();
  },
};
