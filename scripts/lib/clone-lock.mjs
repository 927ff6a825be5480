import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;
/** Between making the folder and writing the pid into it nobody may take it for abandoned. */
const GRACE_MS = 5_000;

/**
 * Runs `work` while no other process of this clone does: a folder is the lock, the pid in it says whose.
 * The lock of a process that is gone is taken over. `onWait` is called once when there is a wait.
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

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Two waiters may find the same dead owner; the rename lets only one of them remove its lock. */
function dropAbandoned(folder) {
  const aside = `${folder}.abandoned-${process.pid}`;
  try {
    renameSync(folder, aside);
  } catch {
    return;
  }
  rmSync(aside, { recursive: true, force: true });
}
