import type { TFunction } from 'i18next';

/** A new password and its repetition. */
export interface NewPassword {
  readonly password: string;
  readonly repeat: string;
}

export const NO_PASSWORD: NewPassword = { password: '', repeat: '' };

export type PasswordProblem = 'missing' | 'too-short' | 'different';

/** Validates a new password. The minimum length counts bytes, as on the server. */
export function passwordProblem(
  { password, repeat }: NewPassword,
  minimumLength: number,
): PasswordProblem | undefined {
  if (password === '') return 'missing';
  if (new TextEncoder().encode(password).length < minimumLength) return 'too-short';
  return password === repeat ? undefined : 'different';
}

/** Returns the messages about a new password by field; undefined if it can be sent. */
export function newPasswordProblems(
  t: TFunction,
  fields: NewPassword,
  minimumLength: number,
): { readonly password?: string; readonly repeat?: string } | undefined {
  const problem = passwordProblem(fields, minimumLength);
  if (problem === undefined) return undefined;
  if (problem === 'missing') return { password: t('form.passwordMissing') };
  if (problem === 'too-short')
    return { password: t('form.passwordTooShort', { count: minimumLength }) };
  // A mismatch is already shown at the fields while typing.
  return fields.repeat === '' ? { repeat: t('form.passwordOnceMore') } : {};
}
