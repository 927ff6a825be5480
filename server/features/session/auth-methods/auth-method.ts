import type { FastifyRequest } from 'fastify';
import type { StoredUser } from '../../../metadata/users.ts';

/** Finds out who signs in, or refuses with an AppError. The signal aborts when whoever asks has left. */
export type AuthMethodLogin = (request: FastifyRequest, signal: AbortSignal) => Promise<StoredUser>;
