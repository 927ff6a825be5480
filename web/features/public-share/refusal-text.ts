import type { TFunction } from 'i18next';
import type { PasswordRefusal } from './obstacle.ts';
import { waitText } from './wait-text.ts';

/** Why a password was not taken, in a sentence. */
export function refusalText(t: TFunction, refusal: PasswordRefusal): string {
  switch (refusal.kind) {
    case 'wrong':
      return t('public.wrongCredentials');
    case 'throttled':
      return waitText(t, refusal.seconds);
    case 'no-connection':
      return t('public.passwordNoConnection');
    case 'trouble':
      return t('public.passwordTrouble');
  }
}
