import { type Finding, bad, ok, warn } from './finding.ts';

const OLDEST = { major: 20, minor: 19 };
/** When Node's own project stops mending a line. */
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
