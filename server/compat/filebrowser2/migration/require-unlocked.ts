import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { StartupError } from '../../../lib/startup-error.ts';

const run = promisify(execFile);
const ASKING_MS = 5_000;

/** The predecessor holds a lock on its database for as long as it runs; what it writes after that would be lost here. */
export async function requireUnlocked(file: string): Promise<void> {
  if (!(await isLocked(file))) return;
  throw new StartupError(
    `${file} is in use: File Browser 2 still runs on it; stop it first, then start again`,
  );
}

/**
 * Node has no call for locks of this kind. The program that comes with every system sees those of other containers, too; without
 * it, the kernel's list tells of the processes that can be seen from here.
 */
async function isLocked(file: string): Promise<boolean> {
  try {
    await run('flock', ['-n', '-s', file, 'true'], { timeout: ASKING_MS });
    return false;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 1) return true;
    return isListedAsLocked(file);
  }
}

/** `7: FLOCK  ADVISORY  WRITE 4711 08:01:1234567 0 EOF`: the last part of the sixth word is the file's number. */
function isListedAsLocked(file: string): boolean {
  const inode = String(statSync(file).ino);
  return locks().some((line) => {
    const [, kind, , access, , place = ''] = line.trim().split(/\s+/);
    return kind === 'FLOCK' && access === 'WRITE' && place.split(':')[2] === inode;
  });
}

function locks(): string[] {
  try {
    return readFileSync('/proc/locks', 'utf8').split('\n');
  } catch {
    return [];
  }
}
