import type { Reader } from './database.ts';

/** Resolves when the database has answered a question that costs it nothing. */
export async function hearFrom(db: Reader): Promise<void> {
  await db.selectFrom('setting').select('key').limit(1).execute();
}
