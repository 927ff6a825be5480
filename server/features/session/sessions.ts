import { signToken, type DescribedUser } from '../../access/session-token.ts';
import type { SessionConfig } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { hashSecretId, newSecretId } from '../../lib/secret-id.ts';
import type { Database, Writer } from '../../metadata/database.ts';
import {
  countSessionsOfUser,
  endSession,
  extendSession,
  insertSession,
  removeExpiredSessions,
  trimSessionsOfUser,
} from '../../metadata/sessions.ts';
import { findUserById, type StoredUser, touchUser } from '../../metadata/users.ts';
import type { SessionUses } from './session-uses.ts';

export interface SessionService {
  readonly db: Database;
  readonly signingKey: Uint8Array;
  readonly limits: SessionConfig;
  readonly uses: SessionUses;
  /** Time that decides which sessions have expired, by a clock that does not jump ahead (`PurgeClock`). Milliseconds since 1970. */
  readonly purgeTime: () => number;
}

/** The client that logs in. */
export interface Client {
  /** The User-Agent header; '' without one. */
  readonly device: string;
  readonly address: string;
  /** True without authentication, where all callers are the same user. */
  readonly isAnonymous?: boolean;
}

export interface IssuedToken {
  readonly token: string;
  /** Seconds from now. */
  readonly lifetime: number;
}

/** Maximum number of expired sessions that a login removes. The next cleanup removes the others. */
const MAX_REMOVED = 50;
/** Maximum number of surplus sessions that a login ends. A database of an earlier version may have many more. */
const MAX_ENDED = 1_000;
/** Maximum number of sessions of one user. A further login ends one of the others. */
const MAX_SESSIONS = 100;
/** The same limit without authentication, where all requests have the same user. */
const MAX_SHARED_SESSIONS = 10_000;
/** Maximum length of a stored User-Agent. Characters. */
const MAX_DEVICE = 512;

/**
 * Creates a session and its first token. `found` is the user as authenticated. Throws `wrong-credentials` when the password
 * was changed or the user was deleted since.
 */
export async function startSession(
  service: SessionService,
  found: StoredUser,
  { device, address, isAnonymous = false }: Client,
): Promise<IssuedToken> {
  const now = Date.now();
  const sessionId = newSecretId();
  const endsAt = now + service.limits.maxAgeMs;
  const expiresAt = Math.min(now + service.limits.idleMs, endsAt);
  const kept = isAnonymous ? MAX_SHARED_SESSIONS : MAX_SESSIONS;
  const user = await service.db.write(async (tx) => {
    // The update locks the user, so that the following reads stay valid until the session is stored.
    await touchUser(tx, found.id, now);
    const current = await requireUnchanged(tx, found);
    // Removes some expired sessions whenever one is added.
    await removeExpiredSessions(tx, Math.min(now, service.purgeTime()), MAX_REMOVED);
    const session = {
      idHash: hashSecretId(sessionId),
      userId: found.id,
      createdAt: now,
      expiresAt,
      endsAt,
      device: device.slice(0, MAX_DEVICE),
      address,
      lastUsedAt: now,
    };
    await insertSession(tx, session);
    if ((await countSessionsOfUser(tx, found.id)) > kept) {
      // Uses of the last minute may not be stored yet, and a session in use must not end.
      const uses = service.uses.ofUser(found.id).slice(0, MAX_SESSIONS);
      await trimSessionsOfUser(tx, session, { kept, most: MAX_ENDED, uses });
    }
    return current;
  });
  return issue(service, { sessionId, user, now, expiresAt });
}

/** A password change ends all sessions, including those that are being created with the old password. */
async function requireUnchanged(tx: Writer, found: StoredUser): Promise<StoredUser> {
  const current = await findUserById(tx, found.id);
  if (current !== undefined && current.passwordHash === found.passwordHash) return current;
  throw new AppError(
    'wrong-credentials',
    'the password was changed, or the user removed, meanwhile',
  );
}

/** Returns a new token of the session; undefined when the session has ended. */
export async function renewSession(
  service: SessionService,
  sessionId: string,
  user: DescribedUser,
): Promise<IssuedToken | undefined> {
  const now = Date.now();
  const idHash = hashSecretId(sessionId);
  const expiresAt = now + service.limits.idleMs;
  const session = await service.db.write(
    (tx) => extendSession(tx, { idHash, expiresAt, nowMs: now }),
    { isIdempotent: true },
  );
  if (session === undefined) return undefined;
  return issue(service, { sessionId, user, now, expiresAt: session.expiresAt });
}

/** Ends every token of the session at once. */
export async function stopSession(service: SessionService, sessionIdHash: string): Promise<void> {
  await service.db.write((tx) => endSession(tx, sessionIdHash), { isIdempotent: true });
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
