import { isPageOutdated } from '../api/is-page-outdated.ts';
import { i18n } from '../i18n/i18n.ts';
import { toasts } from '../state/toasts.ts';

/** Reports that a part of the page could not be loaded, unless the offer to reload after an update explains it. */
export async function reportMissingPart(): Promise<void> {
  if (await isPageOutdated()) return;
  toasts.getState().show('error', i18n.t('errors.noConnection'));
}
