import type { Kysely, Migration } from 'kysely';

/** Adds the tokens of migrated shares, so that addresses that contain one still work. */
export const oldLinkTokens: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('share').addColumn('legacyTokenDigest', 'text').execute();
  },
};
