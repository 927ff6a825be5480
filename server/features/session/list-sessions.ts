import type { ListedSession } from '#contract/sessions.ts';
import type { RequestSession } from '../../access/authenticator.ts';
import { listSessions, type StoredSession } from '../../metadata/sessions.ts';
import { requireSessionOwner } from './session-owner.ts';
import type { SessionService } from './sessions.ts';

/** Maximum number of listed sessions. Programs that log in for every request can leave thousands. */
const MAX_LISTED = 1_000;

/** Lists the active sessions of a user, the last used first. */
export async function listSessionsOf(
  service: SessionService,
  asker: RequestSession,
  userId: number,
): Promise<ListedSession[]> {
  await requireSessionOwner(service.db.read, asker, userId);
  const asked = { userId, nowMs: Date.now(), limit: MAX_LISTED };
  const stored = await listSessions(service.db.read, asked);
  return stored
    .map((session) => ({ ...session, ...lastUse(service, session) }))
    .sort((one, other) => other.lastUsedAt - one.lastUsedAt)
    .map((session) => shownSession(session, asker.sessionIdHash));
}

/** The stored uses can be a minute old. */
function lastUse(
  { uses }: SessionService,
  { idHash, lastUsedAt, address }: StoredSession,
): Pick<StoredSession, 'lastUsedAt' | 'address'> {
  const latest = uses.latest(idHash);
  if (latest === undefined || latest.at < lastUsedAt) return { lastUsedAt, address };
  return { lastUsedAt: latest.at, address: latest.address };
}

function shownSession(session: StoredSession, askingIdHash: string): ListedSession {
  return {
    id: session.idHash,
    device: session.device,
    address: session.address,
    firstUsed: new Date(session.createdAt).toISOString(),
    lastUsed: new Date(session.lastUsedAt).toISOString(),
    expires: new Date(session.expiresAt).toISOString(),
    current: session.idHash === askingIdHash,
  };
}
