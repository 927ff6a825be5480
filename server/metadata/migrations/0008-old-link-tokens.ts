import type { Kysely, Migration } from 'kysely';

/** Links that were taken over go on to be opened by the addresses that were handed out with a token in them. */
export const oldLinkTokens: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('share').addColumn('legacyTokenDigest', 'text').execute();
  },
};
