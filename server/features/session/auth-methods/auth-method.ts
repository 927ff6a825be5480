import type { FastifyRequest } from 'fastify';
import type { StoredUser } from '../../../metadata/users.ts';

/** Returns the user who logs in, or throws an AppError. The signal aborts when the client disconnects. */
export type AuthMethodLogin = (request: FastifyRequest, signal: AbortSignal) => Promise<StoredUser>;

/** Durations of a login in milliseconds. Each has a default where it is used. */
export interface LoginDurations {
  /** Minimum duration of a refusal. */
  readonly minRefusalMs?: number;
  /** Maximum time that the captcha host may take to answer. */
  readonly captchaTimeLimitMs?: number;
  /** Maximum time that the login hook may run. */
  readonly hookTimeLimitMs?: number;
}

/** Maximum length in characters. */
const MAX_NAME = 255;

/** Checks a name from a proxy or hook: a single line of limited length, because it is logged and passed on. */
export function isAcceptableName(name: string): boolean {
  return (
    name !== '' && name === name.trim() && name.length <= MAX_NAME && !/[\p{Cc}\p{Cs}]/u.test(name)
  );
}
