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
