import { createHash, timingSafeEqual } from 'node:crypto';

/** Returns the stored digest of a migrated share token. The database alone does not give access. */
export function digestLegacyToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Compares in constant time. */
export function isLegacyToken(token: string, digest: string | undefined): boolean {
  if (digest === undefined) return false;
  const [given, known] = [Buffer.from(digestLegacyToken(token)), Buffer.from(digest)];
  return given.length === known.length && timingSafeEqual(given, known);
}
