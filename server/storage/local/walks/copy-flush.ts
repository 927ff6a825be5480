import { spawnSync } from 'node:child_process';
import { closeSync, constants, fsyncSync, statfsSync } from 'node:fs';
import { release } from 'node:os';
import { AppError } from '../../../errors.ts';
import { FLUSH_MS } from '../deadlines.ts';
import { pathOfDescriptor, reopen } from '../descriptors.ts';
import { flushNames } from './flush-names.ts';

/** Number of files and folders that are flushed one by one before the rest is left to one flush of the whole file system. */
const FLUSHED_ONE_BY_ONE = 64;

/** File systems on which syncfs(2) writes out every file and folder: ext4, XFS, Btrfs, F2FS, tmpfs, ZFS. Not FUSE or networks. */
const SYNCFS_WRITES_ALL: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994, 0x2fc12fc1,
]);

/** Linux has reported failed writes to syncfs(2) since 5.8. */
const SYNCFS_REPORTS_SINCE = [5, 8] as const;

/**
 * Flushes the files and folders of one copy. A flush of one file costs about as much as a flush of all, so a large tree is flushed
 * by one syncfs(2) at its end where the file system, the kernel and the program `sync` support it. A small one is not: syncfs(2) also
 * waits for everything that others have written.
 */
export class CopyFlush {
  readonly #isWanted: boolean;
  readonly #target: number;
  #flushed = 0;
  #leavesToEnd = false;

  /** `target` is an open folder on the file system of the copy. Without `durable`, nothing is flushed. */
  constructor(target: number, { durable }: { readonly durable: boolean }) {
    this.#isWanted = durable;
    this.#target = target;
  }

  /** Flushes the file open as `fd` now, or together with all others at the end. */
  file(fd: number): void {
    if (this.#isDueNow()) fsyncSync(fd);
  }

  /** Does the same for a folder. In some file systems there is nothing to flush. */
  folder(fd: number): void {
    if (this.#isDueNow()) flushNames(fd);
  }

  #isDueNow(): boolean {
    if (!this.#isWanted || this.#leavesToEnd) return false;
    this.#flushed += 1;
    if (this.#flushed === FLUSHED_ONE_BY_ONE) this.#leavesToEnd = canFlushAll(this.#target);
    return !this.#leavesToEnd;
  }

  /** Flushes what has not been flushed yet. Blocks the thread; flushing the files one by one would block it for longer. */
  end(): void {
    if (!this.#leavesToEnd) return;
    // BusyBox has no long options. The descriptor has the number 3 in the other process.
    const { status, error, stderr } = spawnSync('sync', ['-f', '/proc/self/fd/3'], {
      encoding: 'utf8',
      timeout: FLUSH_MS,
      stdio: ['ignore', 'ignore', 'pipe', this.#target],
    });
    if (status === 0) return;
    const cause = error ?? new Error(`sync: ${stderr.trim() || `exit status ${status}`}`);
    throw new AppError('storage-failed', 'the copy could not be flushed to the disk', { cause });
  }
}

function canFlushAll(target: number): boolean {
  const { type } = statfsSync(pathOfDescriptor(target));
  return SYNCFS_WRITES_ALL.has(type) && reportsFailures() && mayRead(target) && hasSyncProgram();
}

function mayRead(folder: number): boolean {
  try {
    closeSync(reopen(folder, constants.O_RDONLY | constants.O_DIRECTORY));
    return true;
  } catch {
    return false;
  }
}

function reportsFailures(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  const [sinceMajor, sinceMinor] = SYNCFS_REPORTS_SINCE;
  return major > sinceMajor || (major === sinceMajor && minor >= sinceMinor);
}

let hasProgram: boolean | undefined;

/** The `sync` of GNU coreutils and of BusyBox; others may not know how to flush one file system. */
function hasSyncProgram(): boolean {
  hasProgram ??= (() => {
    const { status, stdout, stderr } = spawnSync('sync', ['--help'], { encoding: 'utf8' });
    return status === 0 && /-\w*f\b/.test(`${stdout}${stderr}`);
  })();
  return hasProgram;
}
