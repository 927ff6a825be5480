import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseConfig } from '../config/config.ts';
import { serverStopping } from '../errors.ts';
import { StartupError } from '../lib/startup-error.ts';
import type { Logger } from '../logger.ts';
import type { WaitOptions } from '../metadata/await-lease.ts';
import type { Lease, ReachedLease } from '../metadata/lease.ts';
import { leaseDatabase } from '../metadata/lease-database.ts';
import { leaseFile } from '../metadata/lease-file.ts';
import type { SharedLease } from '../metadata/shared-lease.ts';
import { randomTemporaryName, LEASE_NAME } from '../storage/temporary-name.ts';

/** Interval of the attempts to reserve a folder. Milliseconds. */
const POLL_EVERY_MS = 500;

/** A lease, which is `shared` in a cluster, or the warning that there is none, so that a second server is not prevented from starting. */
export type Reservation =
  | { readonly kind: 'held'; readonly lease: Lease; readonly shared?: SharedLease }
  | { readonly kind: 'without'; readonly warning: string };

/** Reserves the database for this server. Throws StartupError while another server uses it. */
export async function reserveDatabase(config: DatabaseConfig): Promise<Reservation> {
  const reservation = await tryToReserve(config);
  if (reservation !== undefined) return reservation;
  throw new StartupError(
    `the database ${nameOf(config)} is in use by another File Browser server. Stop that server, or set another database with --database.`,
  );
}

/** Reserves the database for this server. Resolves with undefined while another server uses it. */
export async function tryToReserve(config: DatabaseConfig): Promise<Reservation | undefined> {
  const outcome = await leaseDatabase(config);
  return outcome.kind === 'taken' ? undefined : reservationOf(config, outcome);
}

/** Waits until no other server uses the database, and reserves it. Resolves with undefined when the signal aborts. */
export async function awaitReservation(
  config: DatabaseConfig,
  options: WaitOptions,
): Promise<Reservation | undefined> {
  // Loads the client of PostgreSQL.
  const { awaitLease } = await import('../metadata/await-lease.ts');
  const outcome = await awaitLease(config, options);
  return outcome && reservationOf(config, outcome);
}

function reservationOf(config: DatabaseConfig, outcome: ReachedLease): Reservation {
  if (outcome.kind === 'held') return outcome;
  return {
    kind: 'without',
    warning: `the database ${nameOf(config)} could not be reserved: ${outcome.reason}; make sure that no other server uses it`,
  };
}

function nameOf(config: DatabaseConfig): string {
  return config.kind === 'sqlite' ? config.file : 'in PostgreSQL';
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
    if ((await this.#tryToTake()) === 'held') return;
    throw new StartupError(
      `the folder ${this.#root} is served by another File Browser server. Stop that server, or set another folder with --root.`,
    );
  }

  /**
   * Waits until no other server has reserved the folder, and reserves it. A suspended server keeps it reserved on a shared mount, where
   * nothing else would prevent its writes. Throws `shutting-down` when the signal aborts.
   */
  async takeWhenFree(signal: AbortSignal): Promise<void> {
    let isLogged = false;
    while ((await this.#tryToTake()) === 'taken') {
      if (!isLogged)
        this.#logger.warn(`waiting for the folder ${this.#root}: another server has reserved it`);
      isLogged = true;
      await delay(POLL_EVERY_MS, undefined, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) throw serverStopping();
    }
  }

  /** Resolves with `held` as well if the folder cannot be reserved at all. */
  async #tryToTake(): Promise<'held' | 'taken'> {
    if (this.#held !== undefined && (await identityOf(this.#path)) === this.#held.file) {
      return 'held';
    }
    await this.release();
    const outcome = await leaseFile(this.#path, join(this.#root, randomTemporaryName()), {
      stays: true,
    });
    switch (outcome.kind) {
      case 'held':
        this.#held = { lease: outcome.lease, file: await identityOf(this.#path) };
        return 'held';
      case 'taken':
        return 'taken';
      case 'impossible':
        this.#logger.warn(
          `the folder ${this.#root} could not be reserved: ${outcome.reason}; make sure that no other server serves it`,
        );
        return 'held';
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
