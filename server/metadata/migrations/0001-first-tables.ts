import { type Kysely, type Migration, sql } from 'kysely';
import { type Engine, ID_COLUMN } from '../dialect.ts';

/** Creates the tables of users, their sessions and unfinished uploads, and the settings. */
export function firstTables(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await createUser(db, engine);
      await createSession(db);
      await db.schema
        .createTable('setting')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute();
      await createUpload(db, engine);
      await db.schema
        .createTable('strayPart')
        .addColumn('folder', 'text', (column) => column.notNull())
        .addColumn('partName', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('strayPartPlace', ['folder', 'partName'])
        .execute();
    },
  };
}

async function createUser(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const id = ID_COLUMN[engine];
  await db.schema
    .createTable('user')
    .addColumn('id', id.type, (column) => id.define(column))
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('passwordHash', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('locale', 'text', (column) => column.notNull())
    .addColumn('viewMode', 'text', (column) => column.notNull())
    .addColumn('singleClick', 'integer', (column) => column.notNull())
    .addColumn('redirectAfterCopyMove', 'integer', (column) => column.notNull())
    .addColumn('permAdmin', 'integer', (column) => column.notNull())
    .addColumn('permExecute', 'integer', (column) => column.notNull())
    .addColumn('permCreate', 'integer', (column) => column.notNull())
    .addColumn('permRename', 'integer', (column) => column.notNull())
    .addColumn('permModify', 'integer', (column) => column.notNull())
    .addColumn('permDelete', 'integer', (column) => column.notNull())
    .addColumn('permShare', 'integer', (column) => column.notNull())
    .addColumn('permDownload', 'integer', (column) => column.notNull())
    .addColumn('commands', 'text', (column) => column.notNull())
    .addColumn('sortingBy', 'text', (column) => column.notNull())
    .addColumn('sortingAsc', 'integer', (column) => column.notNull())
    .addColumn('rules', 'text', (column) => column.notNull())
    .addColumn('hideDotfiles', 'integer', (column) => column.notNull())
    .addColumn('dateFormat', 'integer', (column) => column.notNull())
    .addColumn('lockPassword', 'integer', (column) => column.notNull())
    .addColumn('aceEditorTheme', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
}

async function createSession(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('session')
    .addColumn('idHash', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'bigint', (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .addColumn('endsAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessionByUser').on('session').column('userId').execute();
  await db.schema.createIndex('sessionByExpiry').on('session').column('expiresAt').execute();
}

async function createUpload(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const id = ID_COLUMN[engine];
  await db.schema
    .createTable('upload')
    .addColumn('id', id.type, (column) => id.define(column))
    .addColumn('userId', 'bigint', (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('length', 'bigint', (column) => column.notNull())
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('partName', 'text', (column) => column.notNull())
    .addColumn('clientKey', 'text', (column) => column.notNull())
    .addColumn('override', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('lastByteAt', 'bigint', (column) => column.notNull())
    .addColumn('finishedAt', 'bigint')
    .addUniqueConstraint('uploadOfUserAtPath', ['userId', 'path'])
    .execute();
  await db.schema.createIndex('uploadByPath').on('upload').column('path').execute();
  await db.schema
    .createIndex('uploadUnfinishedByUser')
    .on('upload')
    .column('userId')
    .where(sql.ref('finishedAt'), 'is', null)
    .execute();
  await db.schema.createIndex('uploadByLastByte').on('upload').column('lastByteAt').execute();
}
