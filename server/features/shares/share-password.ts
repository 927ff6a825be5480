import { isUtf8 } from 'node:buffer';
import { createHmac, randomBytes } from 'node:crypto';
import type { Attempt, AttemptThrottle } from '../../access/attempt-throttle.ts';
import { checkPassword, hashPassword } from '../../access/passwords.ts';
import { AppError } from '../../errors.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import { LruMap } from '../../lib/lru-map.ts';
import type { TokenSubject } from './share-token.ts';

/** Maximum number of correct passwords that are cached. */
const MAX_KNOWN = 1_000;

/** Limits of concurrent hashing for shares, because logins wait in the same queue of the hashing threads. */
const checks = new ConcurrencyLimiter({ maxConcurrent: 1, maxQueued: 64 });
const creations = new ConcurrencyLimiter({ maxConcurrent: 1, maxPerUser: 1, maxQueued: 32 });

/** Hashes the password of a new share. Throws `too-many-requests` when too many requests of the account wait. */
export async function hashSharePassword(account: string, password: string): Promise<string> {
  const hash = await creations.run(() => hashPassword(password), { account });
  if (hash !== undefined) return hash;
  throw new AppError(
    'too-many-requests',
    'too many shares with passwords are being created at once',
  );
}

export interface PasswordAttempt {
  readonly subject: TokenSubject;
  /** Value of the password header. */
  readonly sent: string;
  readonly address: string;
  /** Called once for simultaneous attempts from the same address with the same password. */
  onWrong(): void;
}

/**
 * Checks passwords of shares. Pages of File Browser 2 send theirs with every call, and many calls at once: a correct
 * password is cached until it changes, and concurrent checks of the same password are combined.
 */
export class SharePasswords {
  readonly #throttle: AttemptThrottle;
  /** Key of this process for hashing cached passwords. */
  readonly #key = randomBytes(32);
  readonly #right = new LruMap<string, true>(MAX_KNOWN);
  readonly #running = new Map<string, Promise<boolean>>();

  constructor(throttle: AttemptThrottle) {
    this.#throttle = throttle;
  }

  /**
   * Throws `too-many-requests` after too many failed attempts from the address, or at the share, or while too many passwords are being checked.
   */
  async isRight(guess: PasswordAttempt): Promise<boolean> {
    const cacheKey = this.#cacheKeyOf(guess);
    const runningKey = `${guess.address} ${cacheKey}`;
    const running = this.#running.get(runningKey);
    if (running !== undefined) return running;
    const attempt = this.#throttle.begin(guess.address, guess.subject.hash);
    if (this.#right.get(cacheKey) === true) {
      attempt.succeeded();
      return true;
    }
    return this.#track(runningKey, this.#check(guess, attempt, cacheKey));
  }

  async #check(guess: PasswordAttempt, attempt: Attempt, cacheKey: string): Promise<boolean> {
    let hasChecked = false;
    const onChecked = (): void => void (hasChecked = true);
    const isRight = await checkInQueue(guess, onChecked).catch((error: unknown) => {
      // Once one possible password has been checked, the attempt counts. Otherwise it would be a free guess.
      if (!hasChecked) attempt.withdrawn();
      throw error;
    });
    if (!isRight) {
      guess.onWrong();
      return false;
    }
    attempt.succeeded();
    this.#right.set(cacheKey, true);
    return true;
  }

  async #track(key: string, checking: Promise<boolean>): Promise<boolean> {
    this.#running.set(key, checking);
    try {
      return await checking;
    } finally {
      this.#running.delete(key);
    }
  }

  #cacheKeyOf({ subject: { hash, passwordHash }, sent }: PasswordAttempt): string {
    const parts = JSON.stringify([hash, passwordHash, sent]);
    return createHmac('sha256', this.#key).update(parts).digest('base64url');
  }
}

/** Calls `onChecked` when one possible password has been checked. */
async function checkInQueue(guess: PasswordAttempt, onChecked: () => void): Promise<boolean> {
  const isRight = await checks.run(() => checkPossible(guess, onChecked));
  if (isRight === undefined)
    throw new AppError('too-many-requests', 'too many share passwords are being checked at once');
  return isRight;
}

async function checkPossible(
  { subject, sent }: PasswordAttempt,
  onChecked: () => void,
): Promise<boolean> {
  for (const password of possiblePasswords(sent)) {
    const checked = await checkPassword(subject.passwordHash, password);
    onChecked();
    if (checked !== 'wrong') return true;
  }
  return false;
}

/**
 * Returns the passwords that the header can stand for: pages encode the password as in a query, where a plus is a space, and
 * other clients send it unencoded.
 */
function possiblePasswords(sent: string): string[] {
  const text = asText(sent);
  try {
    return [...new Set([decodeURIComponent(text.replaceAll('+', ' ')), text])];
  } catch {
    return [text];
  }
}

/** Decodes UTF-8 in a header, because Node decodes headers as Latin-1. */
function asText(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : header;
}
