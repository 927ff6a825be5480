import type { Kysely, Migration } from 'kysely';
import { foldName } from '../fold-name.ts';

interface Users {
  user: { id: number; username: string; foldedName: string };
}

/** Adds folded user names, by which new names are compared. Existing names may be equal when folded, so the index is not unique. */
export const foldedNames: Migration = {
  async up(given: Kysely<unknown>): Promise<void> {
    await given.schema
      .alterTable('user')
      .addColumn('foldedName', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    // Earlier steps have created the columns that are used here.
    const db = given as Kysely<Users>;
    for (const { id, username } of await db.selectFrom('user').select(['id', 'username']).execute())
      await db
        .updateTable('user')
        .set({ foldedName: foldName(username) })
        .where('id', '=', id)
        .execute();
    await given.schema.createIndex('userByFoldedName').on('user').column('foldedName').execute();
  },
};
