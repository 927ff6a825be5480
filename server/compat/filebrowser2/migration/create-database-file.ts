import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { flush, publishDatabaseFile } from '../../../metadata/publish-database-file.ts';
import { type Database, openDatabase } from '../../../metadata/database.ts';

/** Ending of a temporary database file, and of the files that SQLite keeps beside it. */
const ENDING = /^\.[0-9a-f]{16}\.part(?:-wal|-shm|-journal)?$/;

/**
 * Creates a database with everything that `fill` stores, atomically, even if the process or the machine stops.
 * `beforePublish` is called just before the file is published. Returns false if another process has created it in the
 * meantime.
 */
export async function createDatabaseFile(
  file: string,
  fill: (database: Database) => Promise<void>,
  beforePublish: () => void,
): Promise<boolean> {
  const temporaryFile = `${file}.${randomBytes(8).toString('hex')}.part`;
  try {
    const database = await openDatabase({ kind: 'sqlite', file: temporaryFile });
    try {
      await fill(database);
    } finally {
      await database.close(); // merges SQLite's write-ahead log into the file
    }
    flush(temporaryFile);
    beforePublish();
    return publishDatabaseFile(temporaryFile, file);
  } finally {
    removeTemporaryFiles(file, (name) => name.startsWith(basename(temporaryFile)));
  }
}

/** Removes the files of interrupted attempts. Call it when the database exists, because no attempt can be running then. */
export function removeAbandonedFiles(file: string): void {
  removeTemporaryFiles(file, () => true);
}

function removeTemporaryFiles(file: string, isIncluded: (name: string) => boolean): void {
  const [folder, own] = [dirname(file), basename(file)];
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!name.startsWith(own) || !ENDING.test(name.slice(own.length)) || !isIncluded(name))
      continue;
    rmSync(join(folder, name), { force: true });
  }
}
