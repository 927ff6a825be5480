import { withMessages } from '../i18n/messages.ts';
import { AHEAD_DELAY_MS } from './ahead-delay.ts';

/** Renews the session of an active user and warns before it ends. Loads after the first listing. Returns a function that stops it. */
export function stayWhileUsed(): () => void {
  const end = new AbortController();
  const begin = async () => {
    const { keepSession } = await withMessages('files', import('./keep-session.ts'));
    if (!end.signal.aborted) end.signal.addEventListener('abort', keepSession());
  };
  const timer = window.setTimeout(() => void begin().catch(() => {}), AHEAD_DELAY_MS);
  return () => {
    window.clearTimeout(timer);
    end.abort();
  };
}
