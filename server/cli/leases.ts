import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseConfig } from '../config/config.ts';
import { StartupError } from '../lib/startup-error.ts';
import type { Logger } from '../logger.ts';
import type { Lease } from '../metadata/lease.ts';
import { leaseDatabase } from '../metadata/lease-database.ts';
import { leaseFile } from '../metadata/lease-file.ts';
import { randomTemporaryName, LEASE_NAME } from '../storage/temporary-name.ts';

/** A lease, or the warning that there is none, so that a second server is not prevented from starting. */
export type Reservation =
  | { readonly kind: 'held'; readonly lease: Lease }
  | { readonly kind: 'without'; readonly warning: string };

/** Reserves the database for this server. Throws StartupError while another server uses it. */
export async function reserveDatabase(config: DatabaseConfig): Promise<Reservation> {
  const outcome = await leaseDatabase(config);
  const name = config.kind === 'sqlite' ? config.file : 'in PostgreSQL';
  switch (outcome.kind) {
    case 'held':
      return outcome;
    case 'taken':
      throw new StartupError(
        `the database ${name} is in use by another File Browser server. Stop that server, or set another database with --database.`,
      );
    case 'impossible':
      return {
        kind: 'without',
        warning: `the database ${name} could not be reserved: ${outcome.reason}; make sure that no other server uses it`,
      };
  }
}

/** Reserves the served folder for this server: at its start, and again when another disk has been mounted at its path. */
export class RootReservation {
  readonly #root: string;
  readonly #path: string;
  readonly #logger: Pick<Logger, 'warn'>;
  #held: { readonly lease: Lease; readonly file: string | undefined } | undefined;

  constructor(root: string, logger: Pick<Logger, 'warn'>) {
    this.#root = root;
    this.#path = join(root, LEASE_NAME);
    this.#logger = logger;
  }

  /**
   * Reserves the folder, which must exist. Throws StartupError while another server has reserved it, even with another
   * database.
   */
  async take(): Promise<void> {
    if (this.#held !== undefined && (await identityOf(this.#path)) === this.#held.file) return;
    await this.release();
    const outcome = await leaseFile(this.#path, join(this.#root, randomTemporaryName()), {
      stays: true,
    });
    switch (outcome.kind) {
      case 'held':
        this.#held = { lease: outcome.lease, file: await identityOf(this.#path) };
        return;
      case 'taken':
        throw new StartupError(
          `the folder ${this.#root} is served by another File Browser server. Stop that server, or set another folder with --root.`,
        );
      case 'impossible':
        this.#logger.warn(
          `the folder ${this.#root} could not be reserved: ${outcome.reason}; make sure that no other server serves it`,
        );
    }
  }

  async release(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    await held?.lease.release();
  }
}

/** Returns the identity of the file, or undefined without a file. */
async function identityOf(path: string): Promise<string | undefined> {
  const found = await lstat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.dev}:${found.ino}`;
}
