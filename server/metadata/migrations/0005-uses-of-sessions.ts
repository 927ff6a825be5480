import type { Kysely, Migration } from 'kysely';

/** Adds the device of sessions, the address and time of their last use, and when users were last seen. */
export const usesOfSessions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('session').addColumn('device', 'text').execute();
    await db.schema.alterTable('session').addColumn('address', 'text').execute();
    await db.schema.alterTable('session').addColumn('lastUsedAt', 'bigint').execute();
    await db.schema.alterTable('user').addColumn('lastSeenAt', 'bigint').execute();
  },
};
