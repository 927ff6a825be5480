import type { Share } from '#contract/shares.ts';
import { useEffect, useState } from 'react';
import { endOfShare } from '../share-end.ts';

/** Durations in seconds. */
const MINUTE = 60;
const HOUR = 3_600;
/** Update intervals of the remaining time: if a share ends within an hour, minutes are shown; otherwise changes are rare. */
const SOON_TICK_MS = 5_000;
const LATE_TICK_MS = 60_000;
/** Minimum interval of reloading expired shares, because the clocks of server and browser may differ. */
const SHORTEST_WAIT_SECONDS = 10;

/** State of a share's expiry; `almost-over` in the last minute. */
export type TimeLeft = 'permanent' | 'ended' | 'almost-over' | 'ahead';

/** Returns the state of a share's expiry at the time `now` in Unix seconds. `expire` is as in Share. */
export function timeLeft({ expire }: Pick<Share, 'expire'>, now: number): TimeLeft {
  if (!endOfShare(expire)) return 'permanent';
  if (expire <= now) return 'ended';
  return expire - now < MINUTE ? 'almost-over' : 'ahead';
}

/** Returns the current Unix time in seconds, updated often enough to keep the remaining time correct. */
export function useNow(shares: readonly Pick<Share, 'expire'>[]): number {
  const [now, setNow] = useState(unixNow);
  const isSoon = shares.some(({ expire }) => expire > now && expire - now <= HOUR);
  useEffect(() => {
    const timer = setInterval(() => setNow(unixNow()), isSoon ? SOON_TICK_MS : LATE_TICK_MS);
    return () => clearInterval(timer);
  }, [isSoon]);
  return now;
}

/**
 * Returns the milliseconds after which shares must be reloaded because one of them expires, from 10 seconds to one
 * hour; false if none expires.
 */
export function nextEnd(shares: readonly Pick<Share, 'expire'>[]): number | false {
  const now = unixNow();
  const ends = shares.map(({ expire }) => expire).filter((expire) => expire > 0);
  if (ends.length === 0) return false;
  const soonest = ends.reduce((a, b) => Math.min(a, b));
  return Math.min(Math.max(soonest - now + 1, SHORTEST_WAIT_SECONDS), HOUR) * 1_000;
}

function unixNow(): number {
  return Math.floor(Date.now() / 1_000);
}
