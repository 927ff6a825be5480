import type { DataRouter } from 'react-router';
import { i18n } from '../i18n/i18n.ts';
import { loadWords } from '../i18n/words.ts';
import { session } from '../state/session.ts';
import { toasts } from '../state/toasts.ts';

/** Says that something is done, but that a command after it has failed; to administrators also where they find out more. */
export async function reportFailedCommand(router: DataRouter): Promise<void> {
  await loadWords('settings');
  const { shown, show } = toasts.getState();
  const text = i18n.t('commands.failedAfter');
  // A hundred files are uploaded at once, and fail for the same reason.
  if (shown.some((toast) => toast.text === text)) return;
  const showRuns = {
    label: i18n.t('commands.title'),
    run: () => void router.navigate('/settings/commands'),
  };
  const isAdmin = session.getState().user?.perm.admin === true;
  show('warning', text, isAdmin ? showRuns : undefined);
}
