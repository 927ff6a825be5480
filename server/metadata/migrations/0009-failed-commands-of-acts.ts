import type { Kysely, Migration } from 'kysely';

/** Adds the event hook that has failed after an operation. */
export const failedCommandsOfActs: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('audit').addColumn('failedCommand', 'text').execute();
  },
};
