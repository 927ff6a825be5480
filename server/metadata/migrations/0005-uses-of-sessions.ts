import type { Kysely, Migration } from 'kysely';

/** From where and when sessions were used, and when users were last there. */
export const usesOfSessions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('session').addColumn('device', 'text').execute();
    await db.schema.alterTable('session').addColumn('address', 'text').execute();
    await db.schema.alterTable('session').addColumn('lastUsedAt', 'bigint').execute();
    await db.schema.alterTable('user').addColumn('lastSeenAt', 'bigint').execute();
  },
};
