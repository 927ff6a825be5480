import { closeSync, fstatSync, fsync, openSync, realpathSync, statSync } from 'node:fs';
import { promisify } from 'node:util';

/** Returns the path of the log that SQLite keeps for a database, which is beside the target of a symlink. */
export function pathOfLog(database: string): string {
  return `${realpathSync(database)}-wal`;
}

// fsync as SQLite uses it. Unlike fdatasync, it also commits earlier removals and renames, on ext4 and similar file systems.
const sync = promisify(fsync);

/** The file to which SQLite writes before it changes the database. */
export class WriteAheadLog {
  readonly #path: string;
  #file: { readonly descriptor: number; readonly inode: bigint } | undefined;

  /** @param path absolute path of the log */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Resolves with the length of the log in bytes when everything that SQLite has written to it before is on the disk. Rejects if
   * the file that was flushed first is no longer at the path: SQLite then writes to a file without a name.
   */
  async flush(): Promise<number> {
    this.#file ??= openLog(this.#path);
    const there =
      this.#file && (await sync(this.#file.descriptor).then(() => statusOf(this.#path)));
    if (this.#file !== undefined && there?.ino === this.#file.inode) return Number(there.size);
    throw new Error(
      `${this.#path} was removed or replaced while the database was open: changes since then are lost; restart the server`,
    );
  }

  /** Must be called when no flush is running. SQLite holds no locks on this file, so closing it cancels none. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file.descriptor);
    this.#file = undefined;
  }
}

function openLog(path: string) {
  if (statusOf(path) === undefined) return undefined;
  const descriptor = openSync(path, 'r');
  return { descriptor, inode: fstatSync(descriptor, { bigint: true }).ino };
}

function statusOf(path: string) {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}
