import type { Kysely, Migration } from 'kysely';
import { type Engine, ID_COLUMN } from '../dialect.ts';

/** Creates the audit log. Without references, because it outlives its users. */
export function audit(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const id = ID_COLUMN[engine];
      await db.schema
        .createTable('audit')
        .addColumn('id', id.type, (column) => id.define(column))
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('act', 'text', (column) => column.notNull())
        .addColumn('username', 'text', (column) => column.notNull())
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('about', 'text', (column) => column.notNull())
        .addColumn('destination', 'text')
        .addColumn('fields', 'text')
        .addColumn('status', 'integer', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('auditByTime').on('audit').column('at').execute();
      await db.schema.createIndex('auditByUser').on('audit').columns(['username', 'id']).execute();
    },
  };
}
