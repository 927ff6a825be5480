import type { TFunction } from 'i18next';
import { pageConfig } from '../../../api/page-config.ts';
import { homeOf } from './home-of.ts';
import type { Refusal } from './refusal.ts';
import type { UserFields } from './user-fields.ts';

/** Validates the fields that are about to be sent. */
export function problemsOf(
  t: TFunction,
  fields: Partial<UserFields>,
  { isNew, needsHome = false }: { isNew: boolean; needsHome?: boolean },
): Refusal {
  const { username, password } = fields;
  const least = pageConfig().MinimumPasswordLength;
  const wrong: Partial<Record<keyof UserFields, string>> = {};
  if (username !== undefined && username.trim() === '') wrong.username = t('users.needsName');
  else if (needsHome && homeOf('/', username ?? '') === undefined) {
    wrong.username = t('users.homeNotPossible');
  }
  if (isNew && password === '') wrong.password = t('form.passwordMissing');
  else if (password !== undefined && new TextEncoder().encode(password).length < least) {
    wrong.password = t('form.passwordTooShort', { count: least });
  }
  return { fields: wrong };
}
