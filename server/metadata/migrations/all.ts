import type { Migration } from 'kysely';
import type { Engine } from '../dialect.ts';
import { firstTables } from './0001-first-tables.ts';
import { unfinishedActs } from './0002-unfinished-acts.ts';
import { modifiedBySender } from './0003-modified-by-sender.ts';

/** Every step in order. A step that has been released is never changed; the next one mends it. */
export function migrationsFor(engine: Engine): Record<string, Migration> {
  return {
    '0001-first-tables': firstTables(engine),
    '0002-unfinished-acts': unfinishedActs(engine),
    '0003-modified-by-sender': modifiedBySender,
  };
}
