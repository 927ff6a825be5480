/** Every way a call can fail that a caller can tell apart. `server/http/error-reply.ts` gives each its status. */
export const ERROR_CODES = [
  'invalid-path',
  'invalid-request',
  'not-signed-in',
  'wrong-credentials',
  'forbidden',
  'not-found',
  'method-not-allowed',
  'already-exists',
  'wrong-offset',
  'stale',
  'too-large',
  'unsupported-type',
  'locked',
  'too-many-requests',
  'storage-failed',
  'not-answering',
  'outside-failed',
  'no-space',
  'database-unavailable',
  'shutting-down',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];
