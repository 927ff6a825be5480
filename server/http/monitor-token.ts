import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Returns a function that checks whether a request has the monitoring token. Without a token, no request has. */
export function createMonitorCheck(
  token: string | undefined,
): (request: FastifyRequest) => boolean {
  if (token === undefined) return () => false;
  const expected = digestOf(token);
  return ({ headers: { authorization = '' } }) => {
    const [, given] = /^Bearer ([^\s]+)$/i.exec(authorization) ?? [];
    // Comparing digests reveals neither the token nor its length by timing.
    return given !== undefined && timingSafeEqual(digestOf(given), expected);
  };
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
