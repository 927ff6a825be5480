import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Creates indexes for lists that are read in pages, for filters of the audit log, and for cleanup in batches. Sets the last use of
 * old sessions to their start, so that all sessions can be ordered by it.
 */
export const largeNumbers: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await indexAudit(db);
    await indexSessions(db);
    await indexShares(db);
    await db.schema.createIndex('uploadByFinish').on('upload').column('finishedAt').execute();
  },
};

async function indexAudit(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('auditByAct').on('audit').columns(['act', 'id']).execute();
  await db.schema
    .createIndex('auditFailed')
    .on('audit')
    .column('id')
    .where(sql<boolean>`(${sql.ref('status')} >= 400 or ${sql.ref('failedCommand')} is not null)`)
    .execute();
}

async function indexSessions(db: Kysely<unknown>): Promise<void> {
  const [session, lastUsedAt] = [sql.table('session'), sql.ref('lastUsedAt')];
  await sql`update ${session} set ${lastUsedAt} = ${sql.ref('createdAt')} where ${lastUsedAt} is null`.execute(
    db,
  );
  await db.schema.dropIndex('sessionByUser').execute();
  await db.schema
    .createIndex('sessionByUserAndUse')
    .on('session')
    .columns(['userId', 'lastUsedAt'])
    .execute();
}

async function indexShares(db: Kysely<unknown>): Promise<void> {
  for (const index of ['shareByUser', 'shareByExpire', 'shareByPlace']) {
    await db.schema.dropIndex(index).execute();
  }
  await db.schema
    .createIndex('shareByOwner')
    .on('share')
    .columns(['userId', 'expire', 'hash'])
    .execute();
  await db.schema.createIndex('shareByEnd').on('share').columns(['expire', 'hash']).execute();
  await db.schema
    .createIndex('shareByPlaceAndHash')
    .on('share')
    .columns(['place', 'hash'])
    .execute();
  const [share, uses] = [sql.table('share'), sql`${sql.ref('opened')} + ${sql.ref('downloaded')}`];
  await sql`create index ${sql.ref('shareByUses')} on ${share} ((${uses}), ${sql.ref('hash')})`.execute(
    db,
  );
}
