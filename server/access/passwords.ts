import { availableParallelism } from 'node:os';
import { AppError } from '../errors.ts';
import { ConcurrencyLimiter } from '../lib/concurrency-limiter.ts';
import { compareBcrypt } from './bcrypt.ts';

/** Parameters of argon2id that OWASP recommends: 19 MiB, two passes, one lane; about 10 ms on one core. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hash of an unknown password, so that unknown user names take as long as known ones. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0IGZvciBub2JvZHk$0BxjgBvBmUr2cKtKBVUBHz5jZSPKuySQ0/YlU8Y3RsE';

/**
 * Limits concurrent hashing, because it runs on the threads that also serve files. One core is left for other requests, and
 * the queue is bounded, so that many logins at once do not slow down other users.
 */
const limiter = new ConcurrencyLimiter({
  maxConcurrent: Math.max(1, availableParallelism() - 1),
  maxQueued: 64,
});

export type PasswordCheck = 'right' | 'right-but-old-hash' | 'wrong';

export function hashPassword(password: string): Promise<string> {
  return gated(async () => (await argon2()).hash(password, ARGON2));
}

/** Checks a password. `storedHash` is undefined for an unknown user; the result is then 'wrong', after the same work. */
export function checkPassword(
  storedHash: string | undefined,
  password: string,
): Promise<PasswordCheck> {
  return gated(async () => {
    if (storedHash?.startsWith('$2')) {
      return (await compareBcrypt(storedHash, password)) ? 'right-but-old-hash' : 'wrong';
    }
    const { verify } = await argon2();
    const right = await verify(storedHash ?? NOBODYS_HASH, password).catch(() => false);
    return right && storedHash !== undefined ? 'right' : 'wrong';
  });
}

/** Loads the native module at the first login, so that it does not slow down the start. */
function argon2() {
  return import('@node-rs/argon2');
}

async function gated<T extends string>(work: () => Promise<T>): Promise<T> {
  const result = await limiter.run(work);
  if (result === undefined) throw new AppError('too-many-requests', 'too many sign-ins at once');
  return result;
}
