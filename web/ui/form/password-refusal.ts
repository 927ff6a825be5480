import type { RefusalCode } from '#contract/refusals.ts';
import type { TFunction } from 'i18next';
import { refusalOf, refusalSentence } from '../../i18n/failure-text.ts';

const ABOUT_PASSWORDS: ReadonlySet<RefusalCode> = new Set([
  'password-too-short',
  'password-too-long',
  'password-too-easy',
]);

/** Returns the server's message about a new password; undefined for other failures. */
export function passwordRefusalText(t: TFunction, failure: unknown): string | undefined {
  const refusal = refusalOf(failure);
  return refusal && ABOUT_PASSWORDS.has(refusal.code) ? refusalSentence(t, refusal) : undefined;
}
