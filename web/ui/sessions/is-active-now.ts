import type { ListedSession } from '#contract/sessions.ts';

/** Duration after a use during which a session counts as active. Milliseconds. */
const ACTIVE_MS = 60_000;

/** Returns true for the session of this page, and for one that was used within the last minute. */
export function isActiveNow({ current, lastUsed }: ListedSession, now = Date.now()): boolean {
  return current || now - Date.parse(lastUsed) < ACTIVE_MS;
}
