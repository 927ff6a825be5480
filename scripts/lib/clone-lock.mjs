import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;
/**
 * Time between the creation of the folder and the writing of the pid during which the lock does not count as abandoned.
 * Milliseconds.
 */
const GRACE_MS = 5_000;

/**
 * Runs `work` while no other process of this clone does. The lock is a folder that holds the pid of its owner. A lock whose
 * owner has ended is removed. `onWait` is called once if the lock is taken.
 */
export async function withCloneLock(folder, work, onWait) {
  await take(folder, onWait);
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function take(folder, onWait) {
  let waitingSince;
  while (!tryTake(folder)) {
    if (waitingSince === undefined) onWait();
    waitingSince ??= Date.now();
    if (isAbandoned(folder, Date.now() - waitingSince)) dropAbandoned(folder);
    else await sleep(POLL_MS);
  }
}

function tryTake(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(folder, 'pid'), String(process.pid));
  return true;
}

function isAbandoned(folder, waitedMs) {
  const pid = ownerOf(folder);
  return pid === undefined ? waitedMs > GRACE_MS : !isAlive(pid);
}

function ownerOf(folder) {
  try {
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether a process with this id is running in the same PID namespace. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes an abandoned lock. Two processes can find the same dead owner; the rename succeeds for only one of them. */
function dropAbandoned(folder) {
  const aside = `${folder}.abandoned-${process.pid}`;
  try {
    renameSync(folder, aside);
  } catch {
    return;
  }
  rmSync(aside, { recursive: true, force: true });
}
