import type { Kysely, Migration } from 'kysely';
import type { Engine } from '../dialect.ts';
import { BYTEWISE_TEXT } from '../dialect.ts';

/** Stores which unfinished uploads consist of verified chunks, and the SHA-256 of files whose bytes were verified. */
export function verifiedTransfers(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .alterTable('upload')
        .addColumn('verified', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema
        .createTable('fileDigest')
        .addColumn('fingerprint', BYTEWISE_TEXT[engine], (column) => column.primaryKey())
        .addColumn('size', 'bigint', (column) => column.notNull())
        .addColumn('modifiedNs', 'text', (column) => column.notNull())
        .addColumn('sha256', 'text', (column) => column.notNull())
        .addColumn('storedAt', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('fileDigestByAge').on('fileDigest').column('storedAt').execute();
    },
  };
}
