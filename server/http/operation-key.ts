import { OPERATION_HEADER } from '#contract/operations.ts';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** Returns the key that the client has given its operation. Throws `invalid-request` for a malformed one. */
export function operationKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[OPERATION_HEADER.toLowerCase()];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\w-]{1,64}$/.test(key)) return key;
  throw new AppError('invalid-request', 'invalid operation key');
}
