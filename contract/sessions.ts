import { z } from 'zod';

/** A place where somebody is signed in, as they and administrators see it. Times are RFC 3339. */
export const ListedSession = z.object({
  /** Names it in addresses; nobody gets in by it. */
  id: z.string(),
  /** What the browser or program calls itself; '' when it does not. */
  device: z.string(),
  /** Of the last use. */
  address: z.string(),
  firstUsed: z.string(),
  /** To the minute. */
  lastUsed: z.string(),
  /** When it ends unless it is used again. */
  expires: z.string(),
  /** The one that asks. */
  current: z.boolean(),
});
export type ListedSession = Readonly<z.infer<typeof ListedSession>>;

/**
 * GET one's sessions, the last used first; DELETE all of them but the one that asks. With `userId` those of that user, and
 * DELETE ends all: for administrators.
 */
export function sessionsUrl(userId?: number): string {
  return userId === undefined ? '/api/sessions' : `/api/sessions?user=${userId}`;
}

/** DELETE it: one's own, and anybody's for administrators. */
export function sessionUrl(id: string): string {
  return `/api/sessions/${encodeURIComponent(id)}`;
}
