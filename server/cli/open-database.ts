import type { OuterSources } from '../config/load-config.ts';
import { type Database, openDatabase } from '../metadata/database.ts';
import type { DatabaseUse } from '../metadata/database-use.ts';
import {
  type Arrival,
  arrivalBefore,
  isReachableByUsers,
  takeOverOnce,
} from './takeover/arrive.ts';
import { removeForgottenParts } from './takeover/new-database-file.ts';

export interface OpenedDatabase {
  readonly database: Database;
  /** Where the predecessor's database is named. */
  readonly arrival: Arrival | undefined;
}

/** Opens the database. Where that of the predecessor is named, ours beside it is meant, and is made of it the first time. */
export async function openOurDatabase(
  outer: OuterSources,
  use: DatabaseUse = 'command',
): Promise<OpenedDatabase> {
  const config = outer.database;
  if (config.kind === 'postgres' || config.predecessor === undefined) {
    return { database: await openDatabase(config, use), arrival: undefined };
  }
  const places = { predecessor: config.predecessor, file: config.file };
  const report = await takeOverOnce(places, outer);
  const database = await openDatabase(config, use);
  try {
    const isReachable = isReachableByUsers(config.file, outer);
    const arrival: Arrival =
      report === undefined
        ? await arrivalBefore(places, database.read, { isReachable })
        : { kind: 'now', ...places, report };
    removeForgottenParts(config.file);
    return { database, arrival };
  } catch (error) {
    await database.close();
    throw error;
  }
}
