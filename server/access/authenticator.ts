import type { TreePath } from '#contract/paths.ts';
import { LruMap } from '../lib/lru-map.ts';
import { hashSecretId } from '../lib/secret-id.ts';
import type { Database } from '../metadata/database.ts';
import { findActiveSession } from '../metadata/sessions.ts';
import { readGlobalSettings } from '../metadata/settings.ts';
import { findUserById, type StoredUser } from '../metadata/users.ts';
import { actorOfUser, type Actor } from './actor.ts';
import { verifyToken, type VerifiedClaims } from './session-token.ts';

/** The authenticated session of a request. */
export interface RequestSession {
  readonly actor: Actor;
  readonly user: StoredUser;
  /** Hash of the session ID. The ID itself is only in the token. */
  readonly sessionIdHash: string;
  readonly claims: VerifiedClaims;
}

export interface Authenticator {
  /** Returns undefined for an invalid or expired token, or when its session has ended. */
  authenticate(token: string): Promise<RequestSession | undefined>;
  /**
   * Returns the current state of a session, for connections that last longer than a request; undefined when the session has
   * ended. Its first token may have expired, because pages renew their tokens.
   */
  ownerOf(sessionIdHash: string): Promise<SessionOwner | undefined>;
  /** Returns a user as an actor, for work that goes on without a session; undefined when the user does not exist. */
  actorOf(userId: number): Promise<Actor | undefined>;
}

export type SessionOwner = Pick<RequestSession, 'actor' | 'user'>;

interface Options {
  readonly db: Database;
  readonly signingKey: Uint8Array;
  readonly protectedPaths: readonly TreePath[];
  /** True on case-insensitive file systems. */
  readonly foldsCase: () => boolean;
}

type VerifiedToken = Pick<RequestSession, 'claims' | 'sessionIdHash'>;
type LiveSession = SessionOwner & { readonly expiresAt: number };

/** Maximum number of cached tokens, and of cached sessions. */
const MAX_CACHED = 4_096;

/**
 * Looks up sessions in the database, and caches them while its change stamp stays the same. So a changed user, rule or session takes effect with
 * the next request; one that another server of a cluster has changed, half a second later. The signature of a token is verified once.
 */
export function createAuthenticator({
  db,
  signingKey,
  protectedPaths,
  foldsCase,
}: Options): Authenticator {
  const verified = new LruMap<string, VerifiedToken>(MAX_CACHED);
  const live = new LruMap<string, LiveSession>(MAX_CACHED);
  let stamp: number | undefined;
  let wasChecked = false;

  async function verify(token: string): Promise<VerifiedToken | undefined> {
    const known = verified.get(token);
    if (known !== undefined) return known;
    const claims = await verifyToken(signingKey, token);
    if (claims === undefined) return undefined;
    const fresh = { claims, sessionIdHash: hashSecretId(claims.sid) };
    verified.set(token, fresh);
    return fresh;
  }

  /** Clears the cache if the database has changed. Checks once in each turn of the event loop, for all requests that arrived in it. */
  function clearIfChanged(): void {
    if (wasChecked) return;
    wasChecked = true;
    setImmediate(() => {
      wasChecked = false;
    });
    const now = db.changeStamp();
    if (now === undefined || now !== stamp) live.clear();
    stamp = now;
  }

  async function actorFor(user: StoredUser): Promise<Actor | undefined> {
    const { rules } = await readGlobalSettings(db.read);
    return actorOfUser(user, { globalRules: rules, protectedPaths, foldsCase: foldsCase() });
  }

  async function load(idHash: string): Promise<LiveSession | undefined> {
    const found = await findActiveSession(db.read, idHash, Date.now());
    if (found === undefined) return undefined;
    const actor = await actorFor(found.user);
    if (actor === undefined) return undefined;
    return { actor, user: found.user, expiresAt: found.session.expiresAt };
  }

  async function liveSession(idHash: string): Promise<LiveSession | undefined> {
    clearIfChanged();
    const known = live.get(idHash);
    if (known !== undefined) return known;
    const before = stamp;
    const loaded = await load(idHash);
    if (loaded !== undefined && before !== undefined && db.changeStamp() === before) {
      live.set(idHash, loaded);
    }
    return loaded;
  }

  async function ownerOf(sessionIdHash: string): Promise<SessionOwner | undefined> {
    const session = await liveSession(sessionIdHash);
    if (session === undefined || session.expiresAt <= Date.now()) return undefined;
    return { actor: session.actor, user: session.user };
  }

  return {
    ownerOf,
    async actorOf(userId) {
      const user = await findUserById(db.read, userId);
      return user && actorFor(user);
    },
    async authenticate(token) {
      const genuine = await verify(token);
      if (genuine === undefined || genuine.claims.exp * 1_000 <= Date.now()) return undefined;
      const { claims, sessionIdHash } = genuine;
      const owner = await ownerOf(sessionIdHash);
      return owner && { actor: owner.actor, user: owner.user, sessionIdHash, claims };
    },
  };
}
