import type { TFunction } from 'i18next';
import { maySucceedLater } from '../api/may-succeed-later.ts';
import { reportAddress } from '../api/page-config.ts';
import { failureText, isUnexpected } from '../i18n/failure-text.ts';
import { type ToastAction, toasts } from './toasts.ts';

/**
 * Shows why a call failed, with actions such as another attempt. Unexpected failures have a button to report them, unless external
 * links are hidden.
 */
export function showFailure(
  t: TFunction,
  failure: unknown,
  text = failureText(t, failure),
  ...actions: (ToastAction | undefined)[]
): void {
  const address = isUnexpected(failure) ? reportAddress() : undefined;
  toasts.getState().show(
    'error',
    text,
    ...actions,
    address === undefined
      ? undefined
      : {
          label: t('errors.report'),
          run: () => void window.open(address, '_blank', 'noopener'),
        },
  );
}

/** Shows what failed and why, with a button that repeats it if that may succeed. */
export function showFailureToRepeat(
  t: TFunction,
  failure: unknown,
  what: string,
  repeat: () => void,
): void {
  const again = maySucceedLater(failure) ? { label: t('common.retry'), run: repeat } : undefined;
  showFailure(t, failure, whatAndWhy(t, what, failure), again);
}

/** Returns what failed and, on a line of its own, why. */
export function whatAndWhy(t: TFunction, what: string, failure: unknown): string {
  return `${what}\n${failureText(t, failure)}`;
}

/** Shows that a change was not saved, and why. */
export function showNotSaved(t: TFunction, failure: unknown): void {
  showFailure(t, failure, whatAndWhy(t, t('errors.notSaved'), failure));
}
