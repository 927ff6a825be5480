import { availableParallelism } from 'node:os';
import { ConcurrencyLimiter } from '../lib/concurrency-limiter.ts';
import { workerUrl } from '../lib/worker-url.ts';
import { WorkerPool } from '../lib/worker-pool.ts';
import type { BcryptCalls } from './bcrypt-worker.ts';
import { AppError } from '../errors.ts';

/** Parameters of argon2id that OWASP recommends: 19 MiB, two passes, one lane; about 10 ms on one core. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hash that is checked when the user does not exist, so that unknown user names take as long as known ones. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0IGZvciBub2JvZHk$0BxjgBvBmUr2cKtKBVUBHz5jZSPKuySQ0/YlU8Y3RsE';

/**
 * Limits concurrent hashing, because argon2 runs on libuv's threads, which also read files. One core is left for other requests, and
 * the queue is bounded, so that many logins at once do not slow down other users.
 */
const limiter = new ConcurrencyLimiter({
  maxConcurrent: Math.max(1, availableParallelism() - 1),
  maxQueued: 64,
});

/** `right-but-old-hash`: right, but stored as bcrypt; the caller should hash it again. */
export type PasswordCheck = 'right' | 'right-but-old-hash' | 'wrong';

/** Hashes a new password with argon2id. Throws `too-many-requests` when the queue is full. */
export function hashPassword(password: string): Promise<string> {
  return limited(async () => (await argon2()).hash(password, ARGON2));
}

/**
 * Checks a password. `storedHash` is undefined for an unknown user; the result is then 'wrong', after the work of an argon2id hash. Throws
 * `too-many-requests` when the queue is full.
 */
export function checkPassword(
  storedHash: string | undefined,
  password: string,
): Promise<PasswordCheck> {
  return limited(async () => {
    if (storedHash?.startsWith('$2')) {
      return (await compareBcrypt(storedHash, password)) ? 'right-but-old-hash' : 'wrong';
    }
    const { verify } = await argon2();
    const isRight = await verify(storedHash ?? NOBODYS_HASH, password).catch(() => false);
    return isRight && storedHash !== undefined ? 'right' : 'wrong';
  });
}

/** Loads the native module at the first login, so that it does not slow down the start. */
function argon2() {
  return import('@node-rs/argon2');
}

async function limited<T extends string>(work: () => Promise<T>): Promise<T> {
  const result = await limiter.run(work);
  if (result === undefined) throw tooManyLogins();
  return result;
}

/** Maximum length of a bcrypt password in bytes. File Browser 2 refused longer ones, so none of them can be right. */
const MAX_BCRYPT_BYTES = 72;

const pool = new WorkerPool<BcryptCalls>({
  url: workerUrl(import.meta.url, 'bcrypt-worker'),
  size: 1,
});

/** Verifies hashes of migrated users. After a successful login the password is hashed again with argon2id. */
async function compareBcrypt(hash: string, password: string): Promise<boolean> {
  if (Buffer.byteLength(password) > MAX_BCRYPT_BYTES) return false;
  return pool.run('compare', { hash, password });
}

export function tooManyLogins(): AppError {
  return new AppError('too-many-requests', 'too many logins at once');
}
