import type { Migration } from 'kysely';
import type { Engine } from '../dialect.ts';
import { firstTables } from './0001-first-tables.ts';

/** Every step in order. A step that has been released is never changed; the next one mends it. */
export function migrationsFor(engine: Engine): Record<string, Migration> {
  return { '0001-first-tables': firstTables(engine) };
}
