/** A password as it is chosen: typed twice. */
export interface NewPassword {
  readonly password: string;
  readonly repeat: string;
}

export const NO_PASSWORD: NewPassword = { password: '', repeat: '' };

export type PasswordProblem = 'missing' | 'too-short' | 'different';

/** What the page can tell by itself, before the server is asked. The least length counts bytes, as the server does. */
export function passwordProblem(
  { password, repeat }: NewPassword,
  minimumLength: number,
): PasswordProblem | undefined {
  if (password === '') return 'missing';
  if (new TextEncoder().encode(password).length < minimumLength) return 'too-short';
  return password === repeat ? undefined : 'different';
}
