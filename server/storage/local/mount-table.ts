import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The kernel's list of this process's mounts. Reading it does not access any of the file systems. */
const MOUNT_INFO = '/proc/self/mountinfo';
const STALE_AFTER_MS = 5_000;

export interface MountPoint {
  /** Distinguishes the mount from later mounts at the same path. */
  readonly id: string;
  /** An absolute path of this machine. */
  readonly path: string;
}

/** The mounted file systems, at most a few seconds old. */
export class MountTable {
  #points: readonly MountPoint[] = [];
  /** Cache of the mount points below each folder, emptied when the table is read. */
  readonly #below = new Map<string, readonly string[]>();
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  /** If several are mounted at a path, only the last one. */
  get points(): readonly MountPoint[] {
    this.#refresh();
    return this.#points;
  }

  /** Returns the paths of the mount points below a folder. A machine can have many others. */
  pathsBelow(folder: string): readonly string[] {
    this.#refresh();
    let paths = this.#below.get(folder);
    if (paths === undefined) {
      paths = this.#points.map(({ path }) => path).filter((path) => isBelow(path, folder));
      this.#below.set(folder, paths);
    }
    return paths;
  }

  /** Reads the table synchronously. */
  readNow(): void {
    try {
      this.#take(readFileSync(MOUNT_INFO, 'utf8'));
    } catch {
      // Without the table, everything counts as one file system.
    }
  }

  #refresh(): void {
    if (performance.now() - this.#readAt < STALE_AFTER_MS || this.#reading !== undefined) return;
    this.#reading = readFile(MOUNT_INFO, 'utf8')
      .then((text) => this.#take(text))
      .catch(() => undefined)
      .finally(() => {
        this.#reading = undefined;
      });
  }

  #take(text: string): void {
    this.#readAt = performance.now();
    this.#points = parseMountInfo(text);
    this.#below.clear();
  }
}

/** Returns true if an absolute path of this machine is below a folder. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '' || folder === '/'
    ? path !== '/' && path !== ''
    : path.startsWith(folder) && path[folder.length] === '/';
}

/** Parses the format of /proc/self/mountinfo; see proc_pid_mountinfo(5). */
export function parseMountInfo(text: string): MountPoint[] {
  const points = new Map<string, MountPoint>();
  for (const line of text.split('\n')) {
    const [id, , , , escaped] = line.split(' ', 5);
    if (id === undefined || escaped === undefined) continue;
    const path = unescaped(escaped);
    points.set(path, { id, path });
  }
  return [...points.values()];
}

/** Decodes blanks, tabs, line feeds and backslashes, which are octal numbers of bytes there. */
function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}
