import { z } from 'zod';

/** A session as shown to its user and to administrators. Times are RFC 3339. */
export const ListedSession = z.object({
  /** Identifies the session in addresses. Not a secret: it does not authenticate. */
  id: z.string(),
  /** User-Agent of the client, or ''. */
  device: z.string(),
  /** IP address of the last use. */
  address: z.string(),
  firstUsed: z.string(),
  /** Accurate to one minute. */
  lastUsed: z.string(),
  /** Time of expiry unless the session is used again. */
  expires: z.string(),
  /** True for the session of the request. */
  current: z.boolean(),
});
export type ListedSession = Readonly<z.infer<typeof ListedSession>>;

/**
 * Address of sessions. GET lists the caller's sessions, most recently used first; DELETE ends all except the current one. With `userId`
 * (administrators only): the sessions of that user, and DELETE ends all of them.
 */
export function sessionsUrl(userId?: number): string {
  return userId === undefined ? '/api/sessions' : `/api/sessions?user=${userId}`;
}

/** Address of a session: DELETE ends it. Users can end their own sessions, administrators any. */
export function sessionUrl(id: string): string {
  return `/api/sessions/${encodeURIComponent(id)}`;
}
