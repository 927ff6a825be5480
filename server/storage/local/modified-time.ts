import { futimesSync } from 'node:fs';
import { hasErrno } from './node-error.ts';

/** Of file systems that keep no times, or belong to somebody else. */
const NO_TIMES = ['EPERM', 'EACCES', 'ENOTSUP', 'ENOSYS', 'EINVAL'];

/**
 * Says when an open file was last changed, in milliseconds since 1970. Node counts in seconds, and what it cuts off behind
 * the comma would turn half of all times into the millisecond before: half a microsecond keeps them where they are.
 */
export function setModifiedSync(fd: number, modifiedMs: number): void {
  try {
    futimesSync(fd, Date.now() / 1_000, modifiedMs / 1_000 + 0.000_000_5);
  } catch (error) {
    if (!hasErrno(error, ...NO_TIMES)) throw error;
  }
}
