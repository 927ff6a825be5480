import { pageConfig } from '../api/page-config.ts';
import { i18n } from '../i18n/i18n.ts';
import { toasts } from '../state/toasts.ts';
import { watchSessionEnd } from './watch-session-end.ts';

/** Until the returned function is called. */
export function keepSession(): () => void {
  return watchSessionEnd(reportSessionEnd);
}

/** Returns how to take it back. */
function reportSessionEnd(): () => void {
  // Where nobody logs in, the page begins another session by itself.
  if (pageConfig().NoAuth) return () => {};
  toasts.getState().show('notice', i18n.t('prompts.loggedOutSoon'));
  const told = toasts.getState().shown.at(-1);
  return () => {
    if (told) toasts.getState().dismiss(told.id);
  };
}
