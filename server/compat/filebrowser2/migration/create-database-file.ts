import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { flush, publishDatabaseFile } from '../../../metadata/publish-database-file.ts';
import { type Database, openDatabase } from '../../../metadata/database.ts';

/** What a name that is being made ends in, with what SQLite keeps beside a file. */
const ENDING = /^\.[0-9a-f]{16}\.part(?:-wal|-shm|-journal)?$/;

/**
 * Makes a database that is there under its name as a whole, with everything that `fill` stores, or not at all, wherever the
 * process or the machine ends. `beforeNamed` is the last thing before. False when somebody else has made one meanwhile.
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

/** What attempts that were cut off have left behind; asked once there is a database, when none can be under way. */
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
