import { isUtf8 } from 'node:buffer';
import { createHmac, randomBytes } from 'node:crypto';
import {
  createAttemptThrottle,
  type AttemptThrottle,
  SHARE_ATTEMPT_LIMITS,
} from '../../access/attempt-throttle.ts';
import { checkPassword, hashPassword } from '../../access/passwords.ts';
import { AppError } from '../../errors.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import { LruMap } from '../../lib/lru-map.ts';
import type { TokenSubject } from './share-token.ts';

/** Maximum number of correct passwords that are cached. */
const MAX_KNOWN = 1_000;

/** Limits for share passwords, because logins wait in the same hashing queue. */
const checks = new ConcurrencyLimiter({ maxConcurrent: 1, maxQueued: 64 });
const creations = new ConcurrencyLimiter({ maxConcurrent: 1, maxPerUser: 1, maxQueued: 32 });

/** Hashes the password of a new share. Throws `too-many-requests` when the account hashes too many at once. */
export async function hashSharePassword(account: string, password: string): Promise<string> {
  const leave = await creations.acquire({ account, signal: new AbortController().signal });
  if (leave === undefined)
    throw new AppError('too-many-requests', 'too many share passwords at once');
  try {
    return await hashPassword(password);
  } finally {
    leave();
  }
}

export interface PasswordAttempt {
  readonly subject: TokenSubject;
  /** Value of the header. */
  readonly sent: string;
  readonly address: string;
  /** Called once for simultaneous attempts with the same password. */
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
  readonly #underWay = new Map<string, Promise<boolean>>();

  constructor(throttle: AttemptThrottle = createAttemptThrottle(undefined, SHARE_ATTEMPT_LIMITS)) {
    this.#throttle = throttle;
  }

  /** Throws `too-many-requests` after too many failed attempts from the address, or at the share. */
  async isRight(guess: PasswordAttempt): Promise<boolean> {
    const known = this.#nameOf(guess);
    const place = `${guess.address} ${known}`;
    const underWay = this.#underWay.get(place);
    if (underWay !== undefined) return underWay;
    const attempt = this.#throttle.begin(guess.address, guess.subject.hash);
    if (this.#right.get(known) === true) {
      attempt.succeeded();
      return true;
    }
    const checking = checkInTurn(guess).then((isRight) => {
      if (!isRight) {
        guess.onWrong();
        return false;
      }
      attempt.succeeded();
      this.#right.set(known, true);
      return true;
    });
    return this.#shared(place, checking);
  }

  async #shared(key: string, checking: Promise<boolean>): Promise<boolean> {
    this.#underWay.set(key, checking);
    try {
      return await checking;
    } finally {
      this.#underWay.delete(key);
    }
  }

  #nameOf({ subject: { hash, passwordHash }, sent }: PasswordAttempt): string {
    const parts = JSON.stringify([hash, passwordHash, sent]);
    return createHmac('sha256', this.#key).update(parts).digest('base64url');
  }
}

async function checkInTurn(guess: PasswordAttempt): Promise<boolean> {
  const isRight = await checks.run(() => checkEach(guess));
  if (isRight === undefined) throw new AppError('too-many-requests', 'too many passwords at once');
  return isRight;
}

async function checkEach({ subject, sent }: PasswordAttempt): Promise<boolean> {
  for (const password of readings(sent)) {
    if ((await checkPassword(subject.passwordHash, password)) !== 'wrong') return true;
  }
  return false;
}

/**
 * Returns the possible passwords: pages encode it as in a query, where a plus is a space, and other clients send it
 * unencoded.
 */
function readings(sent: string): string[] {
  const text = asText(sent);
  try {
    return [...new Set([decodeURIComponent(text.replaceAll('+', ' ')), text])];
  } catch {
    return [text];
  }
}

/** Node decodes headers as latin1. */
function asText(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : header;
}
