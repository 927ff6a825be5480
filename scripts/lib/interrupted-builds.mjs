import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './clone-lock.mjs';

/**
 * Removes the folders of builds that were ended before they could remove them. A build that was ended while it replaced `dist` has
 * moved the previous one into its folder; that is moved back.
 */
export function cleanUpInterruptedBuilds(cache, dist) {
  if (!existsSync(cache)) return;
  for (const name of readdirSync(cache)) {
    const [, pid, old] = /^build-(\d+)(-old)?$/.exec(name) ?? [];
    if (pid === undefined) continue;
    // A leftover may have the id of this process, for example in containers.
    const isRunning = Number(pid) !== process.pid && isAlive(Number(pid));
    if (isRunning) continue;
    const folder = join(cache, name);
    if (old !== undefined && !existsSync(dist)) renameSync(folder, dist);
    else rmSync(folder, { recursive: true, force: true });
  }
}
