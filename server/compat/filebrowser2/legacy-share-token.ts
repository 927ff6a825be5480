import { createHash, timingSafeEqual } from 'node:crypto';

/** What is stored of the token of a link that was taken over: nobody is let in by what stands in a database. */
export function digestLegacyToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** In constant time, as far as the token goes. */
export function isLegacyToken(token: string, digest: string | undefined): boolean {
  if (digest === undefined) return false;
  const [given, known] = [Buffer.from(digestLegacyToken(token)), Buffer.from(digest)];
  return given.length === known.length && timingSafeEqual(given, known);
}
