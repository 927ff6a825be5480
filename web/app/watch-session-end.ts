import { currentToken, sessionToken } from '../api/session-token.ts';
import { renewToken } from '../api/http.ts';
import { lifetimeOf } from '../state/session.ts';

/** Interval of checks of the remaining session time, in milliseconds. */
const CHECK_INTERVAL_MS = 20_000;
/** Time between the warning and the end of the session, in milliseconds. */
const WARN_MS = 120_000;
/** Options of listeners that also receive events whose propagation a dialog stops. */
const CAPTURE = { capture: true, passive: true };
/** Events that show that a user is active, including those without requests. */
const ACTIVITY_EVENTS = ['keydown', 'pointerdown', 'wheel'] as const;

/**
 * Renews the session in its second half when the user is active, because typing and reading send no requests. Without
 * activity, calls `warn` before the end; `warn` returns a function that removes the warning. Returns a function that
 * stops watching.
 */
export function watchSessionEnd(warn: () => () => void): () => void {
  let renewedAt = Date.now();
  let isActive = false;
  let removeWarning: (() => void) | undefined;

  const check = () => {
    const lifetime = lifetimeOf(currentToken()) ?? 0;
    const left = renewedAt + lifetime - Date.now();
    const wasActive = isActive;
    isActive = false;
    if (left <= 0 || left > lifetime / 2) return;
    if (wasActive) renewToken().catch(() => {});
    else if (left <= WARN_MS) removeWarning ??= warn();
  };
  const onActivity = () => {
    isActive = true;
    if (removeWarning) check();
  };
  const restart = () => {
    // Another tab may have renewed the session, or it has ended.
    renewedAt = Date.now();
    removeWarning?.();
    removeWarning = undefined;
  };

  const unfollow = sessionToken.subscribe(restart);
  const timer = window.setInterval(check, CHECK_INTERVAL_MS);
  for (const event of ACTIVITY_EVENTS) window.addEventListener(event, onActivity, CAPTURE);
  return () => {
    unfollow();
    window.clearInterval(timer);
    for (const event of ACTIVITY_EVENTS) window.removeEventListener(event, onActivity, CAPTURE);
    restart();
  };
}
