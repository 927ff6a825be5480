import { isPageOutdated } from '../api/is-page-outdated.ts';
import { serverBuild } from '../api/server-build.ts';
import { i18n } from '../i18n/i18n.ts';
import { onReconnect } from '../lib/connection.ts';
import { reloadPage, underWay } from '../lib/guard-leaving.ts';
import { dialogs } from '../state/dialogs.ts';
import { toasts } from '../state/toasts.ts';

/** Offers to reload once the server has another version of the page. Returns a function that stops it. */
export function followBuild(): () => void {
  const ask = () => void isPageOutdated();
  // Servers are often updated while unreachable, and then lack the remaining parts of this page.
  const stopAsking = onReconnect(ask);
  window.addEventListener('vite:preloadError', ask);
  const offerIfOutdated = () => {
    if (serverBuild.getState().isOther) offerReload();
  };
  offerIfOutdated();
  const unfollow = serverBuild.subscribe(offerIfOutdated);
  return () => {
    stopAsking();
    window.removeEventListener('vite:preloadError', ask);
    unfollow();
  };
}

function offerReload(): void {
  toasts.getState().show('notice', i18n.t('shell.newVersion'), {
    label: i18n.t('shell.reload'),
    run: () => void askToReload(),
  });
}

/**
 * Reloads at once, or asks for confirmation while work is in progress. An updated server no longer has the dialog of
 * this version: if it was not loaded before, the browser asks with its own question.
 */
export async function askToReload(): Promise<void> {
  const activeWork = underWay();
  if (activeWork.length === 0) return reloadPage();
  const hasDialog = await import('./dialog-table.ts')
    .then(({ loadDialog }) => loadDialog('reload'))
    .then(
      () => true,
      () => false,
    );
  if (hasDialog) {
    dialogs.getState().open({ kind: 'reload', activeWork, stay: offerReload });
    return;
  }
  window.location.reload();
  // Users who cancel the reload can still do it later.
  offerReload();
}
