import { currentToken, sessionToken } from '../api/session-token.ts';
import { renewToken } from '../api/http.ts';
import { lifetimeOf } from '../state/session.ts';

/** How often it is looked at how long the session still lasts. Milliseconds. */
const LOOK_MS = 20_000;
/** Before its end, so much time is left to whoever wants to stay. */
const WARN_MS = 120_000;
/** Also what a dialog keeps to itself. */
const ALL_SEEN = { capture: true, passive: true };
/** What somebody does who is here, whether or not it asks anything of the server. */
const SIGNS_OF_LIFE = ['keydown', 'pointerdown', 'wheel'] as const;

/**
 * A session that is not used ends. To write or to read a long text is to use it, too: in its second half it is renewed whenever
 * there is a sign of life. Before it ends for want of them `warn` is called, which returns how to take that back. Until the
 * returned function is called.
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
    // Another tab may have renewed it, or the session is over.
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
