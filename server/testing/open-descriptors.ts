import { readdirSync, readlinkSync } from 'node:fs';

/** Returns the number of files and folders below `root` that this process has open. */
export function openBelow(root: string): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(`${root}/`);
    } catch {
      return false;
    }
  }).length;
}
