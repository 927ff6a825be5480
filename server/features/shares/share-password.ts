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

/** Of the passwords that were right, so many are known again without the work of checking them. */
const MAX_KNOWN = 1_000;

/** Those who sign in wait in the same queue behind these: of all work with passwords of links, little is in it at a time. */
const checks = new ConcurrencyLimiter({ maxConcurrent: 1, maxQueued: 64 });
const creations = new ConcurrencyLimiter({ maxConcurrent: 1, maxPerUser: 1, maxQueued: 32 });

/** For a new link of this account; `too-many-requests` where it makes too many at once. */
export async function hashSharePassword(account: string, password: string): Promise<string> {
  const leave = await creations.acquire({ account, signal: new AbortController().signal });
  if (leave === undefined) throw new AppError('too-many-requests', 'too many links at once');
  try {
    return await hashPassword(password);
  } finally {
    leave();
  }
}

export interface PasswordAttempt {
  readonly subject: TokenSubject;
  /** The header as it was sent. */
  readonly sent: string;
  readonly address: string;
  /** Called once, however often the same is tried at the same moment. */
  onWrong(): void;
}

/**
 * Checks passwords of links. Pages of the predecessor send theirs with every call, and many calls at once: what was right
 * is known again until the password changes, and what is being checked is not checked twice.
 */
export class SharePasswords {
  readonly #throttle: AttemptThrottle;
  /** Known passwords are kept as something that only this process can compare. */
  readonly #key = randomBytes(32);
  readonly #right = new LruMap<string, true>(MAX_KNOWN);
  readonly #underWay = new Map<string, Promise<boolean>>();

  constructor(throttle: AttemptThrottle = createAttemptThrottle(undefined, SHARE_ATTEMPT_LIMITS)) {
    this.#throttle = throttle;
  }

  /** `too-many-requests` where the address, or everybody at this link, has guessed too often. */
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

/** Pages encode it for an address, where a plus is a space. Others send it as it is. */
function readings(sent: string): string[] {
  const text = asText(sent);
  try {
    return [...new Set([decodeURIComponent(text.replaceAll('+', ' ')), text])];
  } catch {
    return [text];
  }
}

/** Node takes each byte of a header for a character. */
function asText(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : header;
}
