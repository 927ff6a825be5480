import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Gives memory that nothing uses back to the system: collects garbage, and lets the C library release free pages. Takes a few
 * dozen milliseconds, during which nothing is answered.
 */
export async function returnMemory(): Promise<void> {
  collect ??= garbageCollector();
  collect();
  await trimAllocator();
}

/** V8 itself shrinks its heap only when new objects are created, so an idle server keeps what its last load needed. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** Matches the path of glibc in the list of mapped files. Other C libraries have no `malloc_trim`. */
const GLIBC = /\s(\/\S*\/libc(?:\.so\.6|-[\d.]+\.so))$/m;

/**
 * Calls glibc's `malloc_trim`. Without it, glibc keeps freed memory below the highest block in use: after a load by 200 clients
 * that was 80 MB. Node has no call for C functions, but SQLite has: it calls a named function of a shared library to initialize an
 * extension. `malloc_trim` ignores all arguments but the first, the number of bytes to keep at the end of the heap. It gets the
 * address of the database, which keeps that end, and only that. The result, 1 for released memory, counts as a failed
 * initialization.
 */
async function trimAllocator(): Promise<void> {
  const [, glibc] = GLIBC.exec(mappedFiles()) ?? [];
  if (glibc === undefined) return;
  const { default: Sqlite } = await import('better-sqlite3');
  const database = new Sqlite(':memory:');
  try {
    // The package's types lack the second parameter, the name of the function.
    Reflect.apply(database.loadExtension, database, [glibc, 'malloc_trim']);
  } catch {
    // Expected; and where it cannot be called, memory stays with the process.
  } finally {
    database.close();
  }
}

function mappedFiles(): string {
  try {
    return readFileSync('/proc/self/maps', 'utf8');
  } catch {
    return '';
  }
}
