import { readFile, stat } from 'node:fs/promises';
import { areDecodersConfined } from '../../images/decoding/start-decoder.ts';
import { findVideoPrograms, type VideoPrograms } from '../../images/video-frame.ts';
import type { StoredUser } from '../../metadata/users.ts';
import { type Finding, bad, ok, warn } from './finding.ts';

const OLDEST = { major: 20, minor: 19 };
/** Dates until which the Node project supports its versions. */
const END_OF_LIFE: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};
const NEWEST = 24;
const SOON_MS = 90 * 86_400_000;

/** `version` as `process.versions.node` has it. */
export function checkNode(version: string, nowMs: number): Finding {
  const about = 'Node';
  const advice = `run it with Node ${NEWEST}`;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor)) {
    return bad(
      about,
      `${version} is too old; ${OLDEST.major}.${OLDEST.minor} is the least`,
      advice,
    );
  }
  if (major % 2 === 1)
    return warn(about, `${version} is of a line that is kept for months only`, advice);
  const end = END_OF_LIFE[major];
  if (end === undefined) return ok(about, version);
  const leftMs = Date.parse(end) - nowMs;
  if (leftMs < 0) return warn(about, `${version} gets no security fixes since ${end}`, advice);
  if (leftMs < SOON_MS)
    return warn(about, `${version} gets no security fixes after ${end}`, advice);
  return ok(about, `${version}, mended until ${end}`);
}

const FEWEST_FILES = 4_096;

/** Checks `/proc`, without which the server cannot keep symlinks from leading out of the served folder. */
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

/**
 * Checks the limit of open files. Each transfer and each folder that is read needs one. The server may have another
 * limit if it is started differently.
 */
export async function checkOpenFiles(limitsFile = '/proc/self/limits'): Promise<Finding> {
  const about = 'open files';
  const limits = await readFile(limitsFile, 'utf8').catch(() => '');
  const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
  if (soft === undefined) return ok(about, 'the limit is unknown on this system');
  if (soft === 'unlimited' || Number(soft) >= FEWEST_FILES)
    return ok(about, `up to ${soft} at once`);
  return warn(
    about,
    `only ${soft} at once`,
    `allow ${FEWEST_FILES} and more: ulimit -n, or LimitNOFILE= of its systemd unit`,
  );
}

/** Tries out the sandbox of the process that decodes images. */
export async function checkPictures(): Promise<Finding> {
  return pictureFinding(await areDecodersConfined());
}

export function pictureFinding(isConfined: boolean): Finding {
  if (isConfined) return ok('image previews', 'are made inside bubblewrap');
  return warn(
    'image previews',
    'are made with the access of the server: bubblewrap is not installed, or does not work here',
    INSTALL_SANDBOX,
  );
}

const INSTALL_SANDBOX =
  'install bubblewrap, and allow user namespaces (under systemd, packaging/systemd/sandbox.conf)';

/** Tries out ffmpeg and its sandbox, as the server does for the first video. */
export async function checkVideos(): Promise<Finding> {
  return videoFinding(await findVideoPrograms());
}

export function videoFinding({ ffmpeg, sandbox }: VideoPrograms): Finding {
  if (!ffmpeg) return ok('video previews', 'are not made: ffmpeg is not installed');
  if (sandbox.length > 0) return ok('video previews', 'are made by ffmpeg inside bubblewrap');
  return warn(
    'video previews',
    'are made by ffmpeg with the access of the server: bubblewrap is not installed, or does not work here',
    INSTALL_SANDBOX,
  );
}

/** The clock cannot be earlier than the date of this program. */
const BORN_MS = Date.parse('2026-01-01');
const TOLERATED_MS = 60_000;

/** Checks the clock, because sessions, shares and uploads expire by it: after it was set back, they would live longer. */
export function checkClock(users: readonly StoredUser[], nowMs: number): Finding {
  const advice = 'set the clock, and keep it by NTP';
  const now = new Date(nowMs).toISOString();
  if (nowMs < BORN_MS) return bad('clock', `it says ${now}, before this program was made`, advice);
  const latest = Math.max(
    0,
    ...users.flatMap(({ updatedAt, lastSeenAt = 0 }) => [updatedAt, lastSeenAt]),
  );
  if (latest > nowMs + TOLERATED_MS) {
    const seen = `it says ${now}, and something was stored at ${new Date(latest).toISOString()}`;
    return bad('clock', seen, advice);
  }
  return ok('clock', now);
}
