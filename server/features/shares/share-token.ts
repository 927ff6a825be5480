import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The subject of a token: a share with its current password. */
export interface TokenSubject {
  readonly hash: string;
  /** The stored hash. */
  readonly passwordHash: string;
}

/** Tokens replace the password of a share in addresses, where no header can be sent. They are not stored. */
export interface ShareTokens {
  issue(subject: TokenSubject): string;
  isGood(token: string, subject: TokenSubject): boolean;
}

/** Validity of a token, which limits the use of copied addresses. Milliseconds. */
const LIFE_MS = 12 * 3_600_000;

const EXPIRY_BYTES = 8;
const RANDOM_BYTES = 24;
const BODY_BYTES = EXPIRY_BYTES + RANDOM_BYTES;

/** 96 bytes, as in File Browser 2: the body and an HMAC-SHA-512. */
const FORM = /^[A-Za-z0-9_-]{128}$/;

/** Creates and verifies tokens with a key derived from the server's `signingKey`. `now`: Unix milliseconds. */
export function createShareTokens(
  signingKey: Uint8Array,
  now: () => number = () => Date.now(),
): ShareTokens {
  const key = Buffer.from(hkdfSync('sha512', signingKey, '', 'tokens of links', 64));

  function sign(body: Buffer, { hash, passwordHash }: TokenSubject): Buffer {
    // The parts have no NUL or a fixed length, so they cannot be confused with each other.
    return createHmac('sha512', key).update(`${hash}\0${passwordHash}\0`).update(body).digest();
  }

  return {
    issue(subject) {
      const body = Buffer.alloc(BODY_BYTES);
      body.writeBigUInt64BE(BigInt(now() + LIFE_MS));
      randomBytes(RANDOM_BYTES).copy(body, EXPIRY_BYTES);
      return Buffer.concat([body, sign(body, subject)]).toString('base64url');
    },

    isGood(token, subject) {
      if (!FORM.test(token)) return false;
      const bytes = Buffer.from(token, 'base64url');
      const body = bytes.subarray(0, BODY_BYTES);
      if (!timingSafeEqual(bytes.subarray(BODY_BYTES), sign(body, subject))) return false;
      return body.readBigUInt64BE() > BigInt(now());
    },
  };
}
