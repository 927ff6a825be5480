import { OPERATION_HEADER } from '#contract/operations.ts';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { textParam, type Parameters } from './route.ts';

/** Header of routes whose operation may take long. */
export const OPERATION_KEY: Parameters = {
  [OPERATION_HEADER]: textParam(
    'A random key. With it the operation can be watched, found again and cancelled.',
    { type: 'string', pattern: '^[\\w-]{1,64}$' },
  ),
};

/** Returns the key that the client has given its operation. Throws `invalid-request` for a malformed one. */
export function operationKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[OPERATION_HEADER.toLowerCase()];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\w-]{1,64}$/.test(key)) return key;
  throw new AppError('invalid-request', 'invalid operation key');
}
