import { futimesSync } from 'node:fs';
import { hasErrno } from './node-error.ts';
import { secondsOf } from './seconds.ts';

/** Errors of file systems that store no times, and of files of other owners. */
const NO_TIMES = ['EPERM', 'EACCES', 'ENOTSUP', 'ENOSYS', 'EINVAL'];

/**
 * Sets the modification time of an open file, in milliseconds since 1970. Does nothing where the file system refuses
 * it.
 */
export function setModifiedSync(fd: number, modifiedMs: number): void {
  const seconds = Math.floor(modifiedMs / 1_000);
  const micros = Math.floor((modifiedMs - seconds * 1_000) * 1_000);
  try {
    futimesSync(fd, Date.now() / 1_000, secondsOf(seconds, micros));
  } catch (error) {
    if (!hasErrno(error, ...NO_TIMES)) throw error;
  }
}
