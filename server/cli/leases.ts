import { join } from 'node:path';
import type { DatabaseConfig } from '../config/config.ts';
import { StartupError } from '../lib/startup-error.ts';
import type { Logger } from '../logger.ts';
import type { Lease } from '../metadata/lease.ts';
import { leaseDatabase } from '../metadata/lease-database.ts';
import { leaseFile } from '../metadata/lease-file.ts';
import { freshPartName, LEASE_NAME } from '../storage/part-name.ts';

/** A lease, or why the server has to do without: then nothing keeps a second server away. */
export type Reservation =
  | { readonly kind: 'held'; readonly lease: Lease }
  | { readonly kind: 'without'; readonly warning: string };

/** Reserves the database for this server. While another server has it, this is a StartupError. */
export async function reserveDatabase(config: DatabaseConfig): Promise<Reservation> {
  const outcome = await leaseDatabase(config);
  const name = config.kind === 'sqlite' ? config.file : 'in PostgreSQL';
  switch (outcome.kind) {
    case 'held':
      return outcome;
    case 'taken':
      throw new StartupError(
        `the database ${name} is in use by another File Browser server. Stop that server, or name another database with --database.`,
      );
    case 'impossible':
      return {
        kind: 'without',
        warning: `the database ${name} could not be reserved: ${outcome.reason}; make sure that no other server uses it`,
      };
  }
}

/** Reserves the served folder. While another server has it, whatever its database is, this is a StartupError. */
export async function reserveRoot(
  root: string,
  logger: Pick<Logger, 'warn'>,
): Promise<Lease | undefined> {
  const outcome = await leaseFile(join(root, LEASE_NAME), join(root, freshPartName()));
  switch (outcome.kind) {
    case 'held':
      return outcome.lease;
    case 'taken':
      throw new StartupError(
        `the folder ${root} is served by another File Browser server. Stop that server, or name another folder with --root.`,
      );
    case 'impossible':
      logger.warn(
        `the folder ${root} could not be reserved: ${outcome.reason}; make sure that no other server serves it`,
      );
      return undefined;
  }
}
