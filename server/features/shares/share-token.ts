import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a token stands for: one link, with the password that it has now. */
export interface TokenSubject {
  readonly hash: string;
  /** As it is stored. */
  readonly passwordHash: string;
}

/** Tokens stand for the password of a link in addresses, which cannot carry a header. Nothing of them is stored. */
export interface ShareTokens {
  issue(subject: TokenSubject): string;
  isGood(token: string, subject: TokenSubject): boolean;
}

/** An address that was copied lets others in no longer than that. Milliseconds. */
const LIFE_MS = 12 * 3_600_000;

const EXPIRY_BYTES = 8;
const RANDOM_BYTES = 24;
const BODY_BYTES = EXPIRY_BYTES + RANDOM_BYTES;

/** 96 bytes, as many as the predecessor's had: the body, and an HMAC-SHA-512. */
const FORM = /^[A-Za-z0-9_-]{128}$/;

/** `signingKey` is the server's; tokens are made with a key that is derived from it for them alone. `now`: Unix milliseconds. */
export function createShareTokens(
  signingKey: Uint8Array,
  now: () => number = () => Date.now(),
): ShareTokens {
  const key = Buffer.from(hkdfSync('sha512', signingKey, '', 'tokens of links', 64));

  function sign(body: Buffer, { hash, passwordHash }: TokenSubject): Buffer {
    // No part has a NUL in it, or is of another length at another time: none can be taken for a piece of its neighbour.
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
