import { execFile } from 'node:child_process';
import { readFileSync, statSync, accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../../../lib/startup-error.ts';

const run = promisify(execFile);
const FLOCK_LIMIT_MS = 5_000;

/**
 * Throws if File Browser 2 is running, because its later changes would not be migrated. It holds a lock on its database while
 * it runs.
 */
export async function requireUnlocked(file: string): Promise<void> {
  if (!(await isLocked(file))) return;
  throw new StartupError(`${file} is in use by File Browser 2. Stop it first, then start again`);
}

/**
 * Returns whether a process holds a lock. Node has no call for `flock`. The program `flock`, which most systems have, also
 * detects locks of other containers; without it, the kernel's list shows those of this container.
 */
async function isLocked(file: string): Promise<boolean> {
  try {
    await run('flock', ['-n', '-s', file, 'true'], { timeout: FLOCK_LIMIT_MS });
    return false;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 1) return true;
    return isListedAsLocked(file);
  }
}

/** A line is `7: FLOCK  ADVISORY  WRITE 4711 08:01:1234567 0 EOF`: the last part of the sixth word is the inode. */
function isListedAsLocked(file: string): boolean {
  const inode = String(statSync(file).ino);
  return locks().some((line) => {
    const [, kind, , access, , device = ''] = line.trim().split(/\s+/);
    return kind === 'FLOCK' && access === 'WRITE' && device.split(':')[2] === inode;
  });
}

function locks(): string[] {
  try {
    return readFileSync('/proc/locks', 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Throws if a new database beside the old one could not be created or would not persist. */
export function requireWritableFolder(old: string, ours: string): void {
  const folder = dirname(ours);
  if (isMountedAlone(old)) {
    throw new StartupError(
      `${old} is mounted as a single file, so a new database beside it would be lost with the container. ` +
        `Mount its folder instead, or migrate it to another location: ${importAdvice(old)}`,
    );
  }
  try {
    if (existsSync(folder)) accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartupError(
      `the new database is created beside ${old}, but ${folder} is not writable. ` +
        `Allow this user to write there, or migrate it to another location: ${importAdvice(old)}`,
      { cause },
    );
  }
}

function importAdvice(old: string): string {
  return `filebrowser import ${old} --database NEW, then start with --database NEW`;
}

/** Returns true if the file itself is a mount point, as in many containers. */
function isMountedAlone(file: string): boolean {
  const real = realpathSync(file);
  return mountPoints().includes(real);
}

/** Returns the fifth word of each line, in which blanks are written as `\040`. */
function mountPoints(): string[] {
  try {
    const lines = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
    return lines.map((line) => unescaped(line.split(' ')[4] ?? ''));
  } catch {
    return [];
  }
}

function unescaped(path: string): string {
  return path.replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}
