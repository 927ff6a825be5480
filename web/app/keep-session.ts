import { pageConfig } from '../api/page-config.ts';
import { i18n } from '../i18n/i18n.ts';
import { toasts } from '../state/toasts.ts';
import { watchSessionEnd } from './watch-session-end.ts';

/** Warns before the session ends. Returns a function that stops it. */
export function keepSession(): () => void {
  return watchSessionEnd(reportSessionEnd);
}

/** Shows the warning. Returns a function that removes it. */
function reportSessionEnd(): () => void {
  // Without logins, the page starts a new session automatically.
  if (pageConfig().NoAuth) return () => {};
  toasts.getState().show('notice', i18n.t('prompts.loggedOutSoon'));
  const latest = toasts.getState().shown.at(-1);
  return () => {
    if (latest) toasts.getState().dismiss(latest.id);
  };
}
