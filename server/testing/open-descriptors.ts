import { readdirSync, readlinkSync } from 'node:fs';

/** How many files and folders below `root` this process has open. */
export function openBelow(root: string): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(`${root}/`);
    } catch {
      return false;
    }
  }).length;
}
