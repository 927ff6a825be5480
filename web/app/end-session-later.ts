import { requestLogOut } from '../api/session.ts';
import { currentToken, sessionToken } from '../api/session-token.ts';
import { formatDuration } from '../i18n/duration.ts';
import { i18n } from '../i18n/i18n.ts';
import { localeFor } from '../i18n/languages.ts';
import { onReconnect } from '../lib/connection.ts';
import { lifetimeOf } from '../state/session.ts';
import { toasts } from '../state/toasts.ts';

/**
 * Shows that the server has not ended the session of `token`, and asks again when the browser is online again or the
 * user presses "Try again". Stops when a user logs in, because a log-out would delete the cookie of the new session.
 */
export function endSessionLater(token: string): void {
  const repeat = async () => {
    stop();
    try {
      await requestLogOut(token);
    } catch {
      if (currentToken() === undefined) endSessionLater(token);
    }
  };
  const seconds = (lifetimeOf(token) ?? 0) / 1_000;
  const duration = formatDuration(seconds, localeFor(i18n.language));
  const shown = toasts.getState().show('error', i18n.t('session.notEnded', { duration }), {
    label: i18n.t('common.retry'),
    run: () => void repeat(),
  });
  const ignoreReconnect = onReconnect(() => void repeat());
  const unfollowToken = sessionToken.subscribe((current) => {
    if (current.token !== undefined) stop();
  });
  function stop(): void {
    ignoreReconnect();
    unfollowToken();
    toasts.getState().dismiss(shown);
  }
}
