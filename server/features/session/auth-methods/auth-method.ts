import type { FastifyRequest } from 'fastify';
import type { StoredUser } from '../../../metadata/users.ts';

/** Returns the user who logs in, or throws an AppError. The signal aborts when the client disconnects. */
export type AuthMethodLogin = (request: FastifyRequest, signal: AbortSignal) => Promise<StoredUser>;
