/**
 * Error codes of `AppError`. `server/http/error-reply.ts` maps each code to an HTTP status, and explains the codes that are not clear from
 * their names.
 */
export const ERROR_CODES = [
  'invalid-path',
  'invalid-request',
  'not-authenticated',
  'wrong-credentials',
  'forbidden',
  'not-found',
  'method-not-allowed',
  'already-exists',
  'wrong-offset',
  'checksum-mismatch',
  'stale',
  'too-large',
  'unsupported-type',
  'locked',
  'too-many-requests',
  'storage-failed',
  'not-answering',
  'root-missing',
  'outside-failed',
  'no-space',
  'database-unavailable',
  'shutting-down',
  'starting',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];
