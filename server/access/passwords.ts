import { availableParallelism } from 'node:os';
import { AppError } from '../errors.ts';
import { ConcurrencyGate } from '../lib/concurrency-gate.ts';
import { compareBcrypt } from './bcrypt.ts';

/** argon2id as OWASP advises: 19 MiB, two passes, one lane; about 10 ms of one core. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash nobody knows the password of, so that an unknown name costs what a known one does. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0IGZvciBub2JvZHk$0BxjgBvBmUr2cKtKBVUBHz5jZSPKuySQ0/YlU8Y3RsE';

/**
 * Hashing runs on the threads that also serve files: one core is left to everybody else, and a bounded queue
 * stands behind, so that a burst of sign-ins cannot starve those who are signed in.
 */
const gate = new ConcurrencyGate({ atOnce: Math.max(1, availableParallelism() - 1), waiting: 64 });

export type PasswordCheck = 'right' | 'right-but-old-hash' | 'wrong';

export function hashPassword(password: string): Promise<string> {
  return gated(async () => (await argon2()).hash(password, ARGON2));
}

/** `storedHash` undefined stands for a user that does not exist: always wrong, after the same work. */
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

/** Loaded when somebody first signs in: a native module is slow to load, and a start should not wait for it. */
function argon2() {
  return import('@node-rs/argon2');
}

async function gated<T extends string>(work: () => Promise<T>): Promise<T> {
  const result = await gate.run(work);
  if (result === undefined) throw new AppError('too-many-requests', 'too many sign-ins at once');
  return result;
}
