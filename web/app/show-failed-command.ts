import type { DataRouter } from 'react-router';
import { i18n } from '../i18n/i18n.ts';
import { loadMessages } from '../i18n/messages.ts';
import { session } from '../state/session.ts';
import { toasts } from '../state/toasts.ts';

/** Shows that an operation succeeded but the command after it failed. Administrators get a link to the command runs. */
export async function showFailedCommand(router: DataRouter): Promise<void> {
  await loadMessages('settings');
  const { shown, show } = toasts.getState();
  const text = i18n.t('commands.failedAfter');
  // Many uploads may fail for the same reason at once.
  if (shown.some((toast) => toast.text === text)) return;
  const showRuns = {
    label: i18n.t('commands.title'),
    run: () => void router.navigate('/settings/commands'),
  };
  const isAdmin = session.getState().user?.perm.admin === true;
  show('warning', text, isAdmin ? showRuns : undefined);
}
