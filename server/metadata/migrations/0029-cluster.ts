import type { Kysely, Migration } from 'kysely';

/** Servers that answer at the same time, and what each of them works on. The column `server` is null for a server alone. */
export const cluster: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('clusterServer')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('startedAt', 'bigint', (column) => column.notNull())
      .addColumn('endedAt', 'bigint')
      .execute();
    await db.schema
      .createTable('pathClaim')
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('server', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('access', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('pathClaimById').on('pathClaim').columns(['id']).execute();
    await db.schema
      .createTable('uploadClaim')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('server', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('selection')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('folder', 'text', (column) => column.notNull())
      .addColumn('names', 'text', (column) => column.notNull())
      .addColumn('endsAt', 'bigint', (column) => column.notNull())
      .execute();
    for (const table of ['operation', 'job', 'trash'])
      await db.schema.alterTable(table).addColumn('server', 'text').execute();
    await db.schema.alterTable('job').addColumn('asked', 'text').execute();
  },
};
