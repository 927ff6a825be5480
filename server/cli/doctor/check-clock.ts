import type { StoredUser } from '../../metadata/users.ts';
import { bad, type Finding, ok } from './finding.ts';

const ABOUT = 'clock';
/** This program is from no earlier day. */
const BORN_MS = Date.parse('2026-01-01');
const TOLERATED_MS = 60_000;

/** Sessions, links and uploads end by the clock: one that was set back lets them live on. */
export function checkClock(users: readonly StoredUser[], nowMs: number): Finding {
  const advice = 'set the clock, and keep it by NTP';
  const now = new Date(nowMs).toISOString();
  if (nowMs < BORN_MS) return bad(ABOUT, `it says ${now}, before this program was made`, advice);
  const latest = Math.max(
    0,
    ...users.flatMap(({ updatedAt, lastSeenAt = 0 }) => [updatedAt, lastSeenAt]),
  );
  if (latest > nowMs + TOLERATED_MS) {
    const seen = `it says ${now}, and something was stored at ${new Date(latest).toISOString()}`;
    return bad(ABOUT, seen, advice);
  }
  return ok(ABOUT, now);
}
