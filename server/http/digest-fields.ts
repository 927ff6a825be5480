import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { StatedDigest } from '../tree/receive-file.ts';

/** Bodies are stored as they are sent, so both headers are about the same bytes (RFC 9530, sections 2 and 3). */
const FIELDS = ['Content-Digest', 'Repr-Digest'] as const;

/**
 * Returns the SHA-256 digests that the client states for the body of its request. Other algorithms are ignored, as RFC 9530 allows. Throws
 * `invalid-request` for a malformed one.
 */
export function statedDigestsOf(request: FastifyRequest): StatedDigest[] {
  return FIELDS.flatMap((field) => {
    const text = request.headers[field.toLowerCase()];
    return text === undefined ? [] : digestsIn(field, String(text));
  });
}

function digestsIn(field: string, text: string): StatedDigest[] {
  return text.split(',').flatMap((member) => {
    const [, name = '', base64] =
      /^\s*([a-z0-9-]+)(?:=:([A-Za-z0-9+/]*={0,2}):)?\s*$/.exec(member) ?? [];
    if (name !== '' && name !== 'sha-256') return [];
    const bytes = Buffer.from(base64 ?? '', 'base64');
    if (bytes.length === 32) return [{ field, sha256: bytes.toString('hex') }];
    throw new AppError(
      'invalid-request',
      `"${field}" cannot be read. Write it as "sha-256=:<base64>:"`,
    );
  });
}

/** Returns the value of a `Repr-Digest` header (RFC 9530, section 3). */
export function digestField(sha256: string): string {
  return `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`;
}
