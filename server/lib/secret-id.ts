import { createHash, randomBytes } from 'node:crypto';

/** Creates a secret of 256 random bits that proves something to the server, such as a session. Only its hash is stored. */
export function newSecretId(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 of a secret, in hexadecimal. */
export function hashSecretId(secretId: string): string {
  return createHash('sha256').update(secretId).digest('hex');
}
