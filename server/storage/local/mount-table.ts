import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The kernel's list of this process's mounts. Reading it asks no file system anything. */
const MOUNT_INFO = '/proc/self/mountinfo';
const STALE_AFTER_MS = 5_000;

export interface MountPoint {
  /** Tells it from whatever is mounted at the same path later. */
  readonly id: string;
  /** An absolute path of this machine. */
  readonly path: string;
}

/** Where file systems are mounted, as it was a few seconds ago. */
export class MountTable {
  #points: readonly MountPoint[] = [];
  /** Paths of the mount points below each folder that was asked for; emptied when the table is read. */
  readonly #below = new Map<string, readonly string[]>();
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  /** Where more than one is mounted at a path, the last one. */
  get points(): readonly MountPoint[] {
    this.#refresh();
    return this.#points;
  }

  /** Returns the paths of the mount points below a folder: a few of the many that a machine has. */
  pathsBelow(folder: string): readonly string[] {
    this.#refresh();
    let paths = this.#below.get(folder);
    if (paths === undefined) {
      paths = this.#points.map(({ path }) => path).filter((path) => isBelow(path, folder));
      this.#below.set(folder, paths);
    }
    return paths;
  }

  /** Reads it at once, and waits for that. */
  readNow(): void {
    try {
      this.#take(readFileSync(MOUNT_INFO, 'utf8'));
    } catch {
      // Without it, all is one file system.
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

/** Whether an absolute path of this machine lies below a folder. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '' || folder === '/'
    ? path !== '/' && path !== ''
    : path.startsWith(folder) && path[folder.length] === '/';
}

/** The mount points in a text like /proc/self/mountinfo; see proc_pid_mountinfo(5). */
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

/** Blanks, tabs, line feeds and backslashes stand there as octal numbers of bytes. */
function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}
