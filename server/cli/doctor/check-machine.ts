import { readFile, stat } from 'node:fs/promises';
import { type Finding, bad, ok, warn } from './finding.ts';

const FEWEST_FILES = 4_096;

/** No link leads out of the served folder: that promise stands on `/proc`. */
export async function checkProc(): Promise<Finding> {
  const about = '/proc';
  if (process.platform !== 'linux') {
    return warn(
      about,
      `this is ${process.platform}, where links cannot be watched as closely`,
      'serve files others may change from Linux only',
    );
  }
  const isThere = await stat('/proc/self/fd').then(
    () => true,
    () => false,
  );
  return isThere
    ? ok(about, 'is mounted')
    : bad(
        about,
        'is not mounted, so that no file can be opened safely',
        'mount it: mount -t proc proc /proc',
      );
}

/** Each transfer and each folder that is read takes one. The server, started another way, may have another limit. */
export async function checkOpenFiles(limitsFile = '/proc/self/limits'): Promise<Finding> {
  const about = 'open files';
  const limits = await readFile(limitsFile, 'utf8').catch(() => '');
  const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
  if (soft === undefined) return ok(about, 'no limit is told here');
  if (soft === 'unlimited' || Number(soft) >= FEWEST_FILES)
    return ok(about, `up to ${soft} at once`);
  return warn(
    about,
    `only ${soft} at once`,
    `allow ${FEWEST_FILES} and more: ulimit -n, or LimitNOFILE= of its systemd unit`,
  );
}
