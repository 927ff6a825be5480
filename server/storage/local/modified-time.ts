import { futimesSync } from 'node:fs';
import { hasErrno } from './node-error.ts';
import { secondsOf } from './seconds.ts';

/** Of file systems that keep no times, or belong to somebody else. */
const NO_TIMES = ['EPERM', 'EACCES', 'ENOTSUP', 'ENOSYS', 'EINVAL'];

/** Says when an open file was last changed, in milliseconds since 1970. */
export function setModifiedSync(fd: number, modifiedMs: number): void {
  const seconds = Math.floor(modifiedMs / 1_000);
  const micros = Math.floor((modifiedMs - seconds * 1_000) * 1_000);
  try {
    futimesSync(fd, Date.now() / 1_000, secondsOf(seconds, micros));
  } catch (error) {
    if (!hasErrno(error, ...NO_TIMES)) throw error;
  }
}
