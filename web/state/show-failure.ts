import type { TFunction } from 'i18next';
import { reportAddress } from '../api/page-config.ts';
import { failureText, isUnexpected } from '../i18n/failure-text.ts';
import { toasts } from './toasts.ts';

/** Shows why a call failed. Unexpected failures have a button to report them, unless external links are hidden. */
export function showFailure(t: TFunction, failure: unknown, text = failureText(t, failure)): void {
  const address = isUnexpected(failure) ? reportAddress() : undefined;
  toasts.getState().show(
    'error',
    text,
    address === undefined
      ? undefined
      : {
          label: t('errors.report'),
          run: () => void window.open(address, '_blank', 'noopener'),
        },
  );
}
