import type { Kysely, Migration } from 'kysely';

/** An act that is done may have been followed by a command that failed. */
export const failedCommandsOfActs: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('audit').addColumn('failedCommand', 'text').execute();
  },
};
