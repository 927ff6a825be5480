import { isPageOutdated } from '../api/ask-for-build.ts';
import { i18n } from '../i18n/i18n.ts';
import { toasts } from '../state/toasts.ts';

/** A part of the page did not arrive. Where that is because of an update, the offer to reload says so already. */
export async function reportMissingPart(): Promise<void> {
  if (await isPageOutdated()) return;
  toasts.getState().show('error', i18n.t('errors.noConnection'));
}
