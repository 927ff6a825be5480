import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Whether a request brings the token of the program that watches the server; without one, none does. */
export function createMonitorCheck(
  token: string | undefined,
): (request: FastifyRequest) => boolean {
  if (token === undefined) return () => false;
  const expected = digestOf(token);
  return ({ headers: { authorization = '' } }) => {
    const [, given] = /^Bearer ([^\s]+)$/i.exec(authorization) ?? [];
    // Compared as digests, how long it takes tells nothing of the token, not even its length.
    return given !== undefined && timingSafeEqual(digestOf(given), expected);
  };
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
