import type { ClusterMember } from '../cluster/cluster-member.ts';
import type { DatabaseConfig } from '../config/config.ts';
import { StartupError } from '../lib/startup-error.ts';
import type { Logger } from '../logger.ts';
import type { Database, OpenedFor } from '../metadata/database.ts';
import type { Reservation } from './leases.ts';

/**
 * Reserves the database together with the other servers of a cluster, and waits while another one is starting. Resolves with undefined when
 * the signal aborts. Throws StartupError while a server alone uses the database.
 */
export async function reserveTogether(
  config: DatabaseConfig,
  signal: AbortSignal,
): Promise<Reservation | undefined> {
  // Loads the client of PostgreSQL.
  const { leaseTogether } = await import('../metadata/shared-lease.ts');
  const lease = config.kind === 'postgres' ? await leaseTogether(config.url, signal) : undefined;
  if (lease === 'stopped') return undefined;
  if (lease !== undefined) return { kind: 'held', lease, shared: lease };
  throw new StartupError(
    'the database in PostgreSQL is in use by a File Browser server without --cluster. Stop that server first.',
  );
}

/** Returns what a database is opened for by the server with a reservation. */
export function openedFor(reservation: Reservation): OpenedFor {
  if (reservation.kind === 'without') return {};
  const { lease, shared } = reservation;
  return { owner: lease.owner, requireAlone: shared && (() => shared.requireAlone()) };
}

interface Joining {
  readonly database: Database;
  readonly logger: Logger;
}

/** Makes this server a member of its cluster. Resolves with undefined for a server alone. */
export async function joinCluster(
  config: DatabaseConfig,
  reservation: Reservation,
  { database: db, logger: log }: Joining,
): Promise<ClusterMember | undefined> {
  const lease = reservation.kind === 'held' ? reservation.shared : undefined;
  if (lease === undefined || config.kind !== 'postgres') return undefined;
  const { ClusterMember } = await import('../cluster/cluster-member.ts');
  const { ClusterMessages } = await import('../cluster/cluster-messages.ts');
  const parts = { url: config.url, server: lease.owner, log };
  const messages = new ClusterMessages(parts, await lease.schema());
  const member = new ClusterMember({ db, lease, messages, log });
  try {
    await member.join();
  } catch (error) {
    await member.leave();
    throw error;
  }
  return member;
}
