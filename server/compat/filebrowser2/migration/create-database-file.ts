import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { flush, publishDatabaseFile } from '../../../metadata/publish-database-file.ts';
import { type Database, openDatabase } from '../../../metadata/database.ts';

/** Ending of a temporary database file, and of the files that SQLite keeps beside it. */
const ENDING = /^\.[0-9a-f]{16}\.part(?:-wal|-shm|-journal)?$/;

/**
 * Creates a database with everything that `fill` stores, atomically, even if the process or the machine stops.
 * `beforeNamed` is called last before the file is published. Returns false if another process has created it in the
 * meantime.
 */
export async function createDatabaseFile(
  file: string,
  fill: (database: Database) => Promise<void>,
  beforeNamed: () => void,
): Promise<boolean> {
  const part = `${file}.${randomBytes(8).toString('hex')}.part`;
  try {
    const database = await openDatabase({ kind: 'sqlite', file: part });
    try {
      await fill(database);
    } finally {
      await database.close(); // what is in the log of SQLite goes into the file
    }
    flush(part);
    beforeNamed();
    return publishDatabaseFile(part, file);
  } finally {
    removeParts(file, (name) => name.startsWith(basename(part)));
  }
}

/** Removes the files of interrupted attempts. Called once there is a database, when no attempt can be running. */
export function removeAbandonedFiles(file: string): void {
  removeParts(file, () => true);
}

function removeParts(file: string, isMeant: (name: string) => boolean): void {
  const [folder, own] = [dirname(file), basename(file)];
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!name.startsWith(own) || !ENDING.test(name.slice(own.length)) || !isMeant(name)) continue;
    rmSync(join(folder, name), { force: true });
  }
}
