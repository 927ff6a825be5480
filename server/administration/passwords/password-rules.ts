import type { Refusal } from '#contract/refusals.ts';
import { AppError } from '../../errors.ts';
import { foldName } from '../../metadata/fold-name.ts';

/** Maximum length. Hashing longer passwords would cost more than it helps. */
const MAX_PASSWORD_BYTES = 1_024;

interface PasswordRules {
  /** Minimum length in bytes. */
  readonly minimumLength: number;
  readonly username: string;
}

/**
 * Throws `invalid-request` if a password is too short, too long, too common, or equals the user name. Old clients
 * read the number from the message about the length.
 */
export async function requireGoodPassword(
  password: string,
  { minimumLength, username }: PasswordRules,
): Promise<void> {
  const bytes = Buffer.byteLength(password);
  if (bytes < minimumLength) {
    throw refused(`password is too short, minimum length is ${minimumLength}`, {
      code: 'password-too-short',
      about: minimumLength,
    });
  }
  if (bytes > MAX_PASSWORD_BYTES) {
    throw refused(`password is too long, maximum length is ${MAX_PASSWORD_BYTES}`, {
      code: 'password-too-long',
    });
  }
  if (foldName(password) === foldName(username) || (await isCommonPassword(password))) {
    throw refused('password is too easy', { code: 'password-too-easy' });
  }
}

function refused(reason: string, refusal: Refusal): AppError {
  return new AppError('invalid-request', reason, { refusal });
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** Returns true for the 49,000 most common passwords, regardless of case. */
async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load();
  return (await loading).has(password.toLowerCase());
}

/** Loads the list on first use, because most starts never need it. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
