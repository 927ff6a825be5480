import {
  hashSessionId,
  newSessionId,
  signToken,
  type DescribedUser,
} from '../../access/session-token.ts';
import type { SessionConfig } from '../../config/config.ts';
import type { Database } from '../../metadata/database.ts';
import {
  endSession,
  extendSession,
  insertSession,
  removeExpiredSessions,
} from '../../metadata/sessions.ts';

export interface SessionService {
  readonly db: Database;
  readonly signingKey: Uint8Array;
  readonly limits: SessionConfig;
}

export interface IssuedToken {
  readonly token: string;
  /** Seconds from now. */
  readonly lifetime: number;
}

/** Signs somebody in: a new session in the database, and the first token of it. */
export async function startSession(
  service: SessionService,
  user: DescribedUser,
): Promise<IssuedToken> {
  const now = Date.now();
  const sessionId = newSessionId();
  const endsAt = now + service.limits.maxAgeMs;
  const expiresAt = Math.min(now + service.limits.idleMs, endsAt);
  await service.db.write(async (tx) => {
    // Only here do they become more, so here those that are over make room.
    await removeExpiredSessions(tx, now);
    await insertSession(tx, {
      idHash: hashSessionId(sessionId),
      userId: user.id,
      createdAt: now,
      expiresAt,
      endsAt,
    });
  });
  return issue(service, { sessionId, user, now, expiresAt });
}

/** A later token of the same session; undefined when the session has ended meanwhile. */
export async function renewSession(
  service: SessionService,
  sessionId: string,
  user: DescribedUser,
): Promise<IssuedToken | undefined> {
  const now = Date.now();
  const session = await service.db.write((tx) =>
    extendSession(tx, {
      idHash: hashSessionId(sessionId),
      expiresAt: now + service.limits.idleMs,
      nowMs: now,
    }),
  );
  if (session === undefined) return undefined;
  return issue(service, { sessionId, user, now, expiresAt: session.expiresAt });
}

/** Ends every token of the session at once. */
export async function stopSession(service: SessionService, sessionIdHash: string): Promise<void> {
  await service.db.write((tx) => endSession(tx, sessionIdHash));
}

interface Issue {
  readonly sessionId: string;
  readonly user: DescribedUser;
  readonly now: number;
  readonly expiresAt: number;
}

async function issue(service: SessionService, request: Issue): Promise<IssuedToken> {
  const issuedAt = Math.floor(request.now / 1_000);
  const lifetime = Math.max(1, Math.floor((request.expiresAt - request.now) / 1_000));
  const token = await signToken(service.signingKey, {
    sessionId: request.sessionId,
    user: request.user,
    issuedAt,
    expiresAt: issuedAt + lifetime,
  });
  return { token, lifetime };
}
