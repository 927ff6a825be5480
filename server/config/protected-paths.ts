import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DatabaseConfig, ListenConfig, LogConfig } from './config.ts';
import { takeoverReportOf } from './database-place.ts';

/** Endings of a database and of the files that are kept beside it. */
const COMPANIONS = ['', '-wal', '-shm', '-journal', '.lease'];

/**
 * Absolute real paths of the server's own state. It may lie inside the served folder (`-r . -d
 * ./filebrowser.db` is common), where nobody may list, read or write it.
 */
export async function protectedPaths(state: {
  readonly database: DatabaseConfig;
  readonly listen: ListenConfig;
  readonly log: LogConfig;
  /** Also where none is yet. */
  readonly configPlaces: readonly string[];
}): Promise<string[]> {
  const { database, listen, log, configPlaces } = state;
  const files: string[] = [];
  if (database.kind === 'sqlite') {
    // SQLite puts the companions beside the file itself, also when it was opened through a link.
    const file = await realPathOf(database.file);
    files.push(...COMPANIONS.map((ending) => file + ending), database.file);
    files.push(...fromPredecessor(database));
  }
  if (listen.kind === 'tcp' && listen.tls !== undefined)
    files.push(listen.tls.cert, listen.tls.key);
  if (log.kind === 'file') files.push(log.path);
  files.push(...configPlaces);

  const places = files.map(async (file) => [await placeOf(file), await realPathOf(file)]);
  return [...new Set((await Promise.all(places)).flat())];
}

/** What was taken over stays where it was, with hashes of passwords in it, and the report of that names users. */
function fromPredecessor({ file, predecessor }: Extract<DatabaseConfig, { kind: 'sqlite' }>) {
  return predecessor === undefined ? [] : [predecessor, takeoverReportOf(file)];
}

/** Where the name itself lies: links of its folder are resolved, a link under the name is not. */
async function placeOf(file: string): Promise<string> {
  const folder = dirname(file);
  const real = await realpath(folder).catch(() => folder);
  return join(real, basename(file));
}

async function realPathOf(file: string): Promise<string> {
  return realpath(file).catch(() => placeOf(file));
}
