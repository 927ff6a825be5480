import { currentToken, sessionToken } from '../api/session-token.ts';
import { renewToken } from '../api/http.ts';
import { lifetimeOf } from '../state/session.ts';

/** Interval of checks of the remaining session time, in milliseconds. */
const LOOK_MS = 20_000;
/** Time between the warning and the end of the session. */
const WARN_MS = 120_000;
/** Receives events whose propagation a dialog stops. */
const ALL_SEEN = { capture: true, passive: true };
/** Events that show that a user is active, including those without requests. */
const SIGNS_OF_LIFE = ['keydown', 'pointerdown', 'wheel'] as const;

/**
 * Renews the session in its second half when the user is active, because typing and reading send no requests. Without
 * activity, calls `warn` before the end; `warn` returns a function that removes the warning. Returns a function that
 * stops watching.
 */
export function watchSessionEnd(warn: () => () => void): () => void {
  let since = Date.now();
  let isAlive = false;
  let takeBack: (() => void) | undefined;

  const look = () => {
    const lifetime = lifetimeOf(currentToken()) ?? 0;
    const left = since + lifetime - Date.now();
    const wasAlive = isAlive;
    isAlive = false;
    if (left <= 0 || left > lifetime / 2) return;
    if (wasAlive) renewToken().catch(() => {});
    else if (left <= WARN_MS) takeBack ??= warn();
  };
  const live = () => {
    isAlive = true;
    if (takeBack) look();
  };
  const beginAnew = () => {
    // Another tab may have renewed the session, or it has ended.
    since = Date.now();
    takeBack?.();
    takeBack = undefined;
  };

  const unfollow = sessionToken.subscribe(beginAnew);
  const timer = window.setInterval(look, LOOK_MS);
  for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, live, ALL_SEEN);
  return () => {
    unfollow();
    window.clearInterval(timer);
    for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, live, ALL_SEEN);
    beginAnew();
  };
}
