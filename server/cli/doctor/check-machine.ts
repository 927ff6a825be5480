import { readFile, stat } from 'node:fs/promises';
import { type DecodingState, examineDecoding } from '../../images/decoding/start-decoder.ts';
import { findVideoPrograms, type VideoPrograms } from '../../images/video-frame.ts';
import type { StoredUser } from '../../metadata/users.ts';
import { type Finding, bad, ok, warn } from './finding.ts';

const OLDEST_NODE = { major: 20, minor: 19 };
/** Dates until which the Node project supports its versions with security fixes. */
const END_OF_LIFE: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
  27: '2030-04-30',
};
/** The last version before the Node project began to support odd versions as long as even ones. */
const LAST_WITH_SHORT_ODD_VERSIONS = 26;
const RECOMMENDED_NODE = 24;
const SOON_MS = 90 * 86_400_000;

/** Checks that the version of Node works and still gets security fixes. `version` has the form of `process.versions.node`. */
export function checkNode(version: string, nowMs: number): Finding {
  const about = 'Node';
  const advice = `run it with Node ${RECOMMENDED_NODE}`;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const { major: oldestMajor, minor: oldestMinor } = OLDEST_NODE;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    const seen = `${version} is too old; ${oldestMajor}.${oldestMinor} or newer is required`;
    return bad(about, seen, advice);
  }
  if (version.includes('-')) return warn(about, `${version} is a test version`, advice);
  if (major % 2 === 1 && major <= LAST_WITH_SHORT_ODD_VERSIONS)
    return warn(
      about,
      `${version} has an odd major version, which is only supported for some months`,
      advice,
    );
  const end = END_OF_LIFE[major];
  if (end === undefined) return ok(about, version);
  const leftMs = Date.parse(end) - nowMs;
  if (leftMs < 0) return warn(about, `${version} has had no security fixes since ${end}`, advice);
  if (leftMs < SOON_MS)
    return warn(about, `${version} gets no security fixes after ${end}`, advice);
  return ok(about, `${version}, supported until ${end}`);
}

/** Recommended minimum of the limit of open files. */
const MIN_OPEN_FILES = 4_096;

/** Checks `/proc`, without which the server cannot keep symlinks from leading out of the served folder. */
export async function checkProc(): Promise<Finding> {
  const about = '/proc';
  if (process.platform !== 'linux') {
    return warn(
      about,
      `on ${process.platform}, symlinks that change during a request cannot be detected as reliably`,
      'use Linux to serve files that others can change',
    );
  }
  const isMounted = await stat('/proc/self/fd').then(
    () => true,
    () => false,
  );
  return isMounted
    ? ok(about, 'is mounted')
    : bad(
        about,
        'is not mounted, so no file can be opened safely',
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
  if (soft === 'unlimited' || Number(soft) >= MIN_OPEN_FILES)
    return ok(about, `up to ${soft} at once`);
  return warn(
    about,
    `only ${soft} at once`,
    `allow at least ${MIN_OPEN_FILES}: ulimit -n, or LimitNOFILE= of its systemd unit`,
  );
}

/** Starts the process that decodes images, and reports whether it runs in its sandbox. */
export async function checkPictures(): Promise<Finding> {
  return pictureFinding(await examineDecoding());
}

export function pictureFinding(state: DecodingState): Finding {
  const about = 'image previews';
  switch (state) {
    case 'confined':
      return ok(about, 'are made inside bubblewrap');
    case 'unconfined':
      return warn(
        about,
        'are made with the access of the server: bubblewrap is not installed, or does not work here',
        INSTALL_SANDBOX,
      );
    case 'impossible':
      return warn(
        about,
        'are not made: the library sharp, which decodes images, cannot be loaded',
        'install File Browser again with the optional packages of npm, if sharp exists for this platform',
      );
  }
}

const INSTALL_SANDBOX =
  'install bubblewrap, and allow user namespaces (under systemd, packaging/systemd/sandbox.conf)';

/** Starts ffmpeg in its sandbox, as the server does for the first video, and reports whether that works. */
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

/** A time before the first release. An earlier clock is wrong. */
const BEFORE_RELEASE_MS = Date.parse('2026-01-01');
/** Maximum time by which a record may be ahead of the clock, because another machine may have stored it. */
const TOLERATED_MS = 60_000;

/** Checks the clock, because sessions, shares and uploads expire by it: after it was set back, they would live longer. */
export function checkClock(
  users: readonly Pick<StoredUser, 'updatedAt' | 'lastSeenAt'>[],
  nowMs: number,
): Finding {
  const advice = 'set the clock, and synchronize it with NTP';
  const now = new Date(nowMs).toISOString();
  if (nowMs < BEFORE_RELEASE_MS) {
    return bad('clock', `shows ${now}, before this version was released`, advice);
  }
  const latest = users.reduce(
    (last, { updatedAt, lastSeenAt = 0 }) => Math.max(last, updatedAt, lastSeenAt),
    0,
  );
  if (latest > nowMs + TOLERATED_MS) {
    const seen = `shows ${now}, but the database has records from ${new Date(latest).toISOString()}`;
    return bad('clock', seen, advice);
  }
  return ok('clock', now);
}
