import { existsSync } from 'node:fs';
import type { App } from '../app.ts';
import type { ClusterMember } from '../cluster/cluster-member.ts';
import type { AppDependencies } from '../app/dependencies.ts';
import type { Config, DatabaseConfig } from '../config/config.ts';
import type { Surroundings } from '../config/environment.ts';
import { loadConfig } from '../config/load-config.ts';
import { type OuterSources, readOuterSources } from '../config/read-outer-sources.ts';
import type { Flags } from '../config/sources.ts';
import { readVersion } from '../config/version.ts';
import { StartupError } from '../lib/startup-error.ts';
import { createLogger, type Logger } from '../logger.ts';
import type { Database } from '../metadata/database.ts';
import { requireBucket } from './require-bucket.ts';
import { guardedByLease } from '../metadata/guarded-by-lease.ts';
import { readGlobalSettings } from '../metadata/settings.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { announceAddress, announceMigration, announcePassword } from './announce.ts';
import { endProcess, exitWith } from './end-process.ts';
import { closeServer } from './graceful-stop.ts';
import { returnMemoryWhenIdle } from './idle-memory.ts';
import {
  awaitReservation,
  type Reservation,
  reserveDatabase,
  RootReservation,
  tryToReserve,
} from './leases.ts';
import { createServer, listen, type Listening } from './listen.ts';
import { logCommands } from './commands-in-words.ts';
import { openOurDatabase } from './open-database.ts';
import { joinCluster, openedFor, reserveTogether } from './join-cluster.ts';
import { startStandbyServer } from './standby-server.ts';
import { stopAsked } from './stop-signal.ts';
import { readStoredSettings, storedAtFirst } from './stored-settings.ts';
import {
  migrationSummary,
  type MigrationStatus,
} from '../compat/filebrowser2/migration/migrate-on-start.ts';

/** Maximum time from the signal to the end of the process, even if something hangs. Milliseconds. */
const MAX_STOPPING_MS = 9_200;
/**
 * Maximum time for closing the database after that, because PostgreSQL may hang too. The rest of ten seconds is for
 * ending the process. Milliseconds.
 */
const MAX_CLOSING_MS = 300;

export type BuildApp = (config: Config, dependencies: AppDependencies) => Promise<App>;

export interface ServeOptions {
  /** Time that running transfers have to finish when the server stops, in milliseconds. */
  readonly drainMs?: number | undefined;
}

/** Runs the server until it is asked to stop. Throws StartupError for errors before it listens. */
export async function serve(
  flags: Flags,
  surroundings: Surroundings,
  buildApp: BuildApp,
  options: ServeOptions = {},
): Promise<void> {
  const stop = stopAsked({ followParent: surroundings.startedByNpm });
  const outer = await readOuterSources(flags, surroundings);
  await checkFirstStart(outer);

  const reservation = await reserve(outer, stop);
  if (reservation === undefined) return;
  try {
    await serveReserved(outer, reservation, { buildApp, stop, ...options });
  } finally {
    // Last, because another server may then start.
    if (reservation.kind === 'held') await reservation.lease.release();
  }
}

/** Reserves the database, alone or with the other servers of a cluster. Resolves with undefined when the server is asked to stop. */
async function reserve(
  outer: OuterSources,
  stop: Promise<string>,
): Promise<Reservation | undefined> {
  if (outer.isCluster) return reserveTogether(outer.database, signalOf(stop));
  return outer.isStandby ? standBy(outer, stop) : reserveDatabase(outer.database);
}

function signalOf(stop: Promise<string>): AbortSignal {
  const stopping = new AbortController();
  void stop.then((reason) => stopping.abort(reason));
  return stopping.signal;
}

/**
 * Waits until no other server uses the database, and reserves it. Meanwhile, requests are refused at the address of the flags, variables or
 * file, because the settings in the database can only be read by the server that has migrated it. Resolves with undefined when the
 * server is asked to stop.
 */
async function standBy(
  outer: OuterSources,
  stop: Promise<string>,
): Promise<Reservation | undefined> {
  const atOnce = await tryToReserve(outer.database);
  if (atOnce !== undefined) return atOnce;
  const { config } = await loadConfig(outer, { server: {}, authMethod: undefined }, 'inspect');
  const logger = createLogger(config.log);
  const server = await startStandbyServer(config.listen, config.baseUrl, logger);
  try {
    const reservation = await awaitReservation(outer.database, {
      signal: signalOf(stop),
      onUnreachable: (err) => logger.warn({ err }, 'the database cannot be reached'),
    });
    if (reservation) logger.info('lease acquired');
    else logger.info({ reason: await stop }, 'stopping');
    return reservation;
  } finally {
    await server.close();
  }
}

interface Start extends ServeOptions {
  readonly buildApp: BuildApp;
  /** Resolves with the reason to stop. */
  readonly stop: Promise<string>;
}

async function serveReserved(
  outer: OuterSources,
  reservation: Reservation,
  { buildApp, stop, ...options }: Start,
): Promise<void> {
  const { database, migration } = await openOurDatabase(outer, 'server', openedFor(reservation));
  try {
    if (migration?.kind === 'now') announceMigration(process.stderr, migration);
    const stored = await readStoredSettings(database);
    const { config, warnings } = await loadConfig(outer, stored);
    const logger = createLogger(config.log);
    for (const warning of warnings) logger.warn(warning);
    if (migration !== undefined) logMigrationStatus(logger, migration);
    await logCommands(logger, config, await readGlobalSettings(database.read));
    if (config.bucket !== undefined) {
      await requireBucket(config.bucket, (reason) => logger.warn(reason));
    }
    const root = new RootReservation(config.root, logger);
    const guarded = whileReserved(database, reservation, logger);
    const cluster = await joinCluster(config.database, reservation, { database: guarded, logger });
    try {
      const stopping = signalOf(stop);
      const app = await buildApp(config, {
        database: guarded,
        logger,
        cluster,
        createServer: (listener) => createServer(config.listen, listener),
        // A bucket is not reserved: the database is, and every server has its own objects.
        reserveRoot:
          config.bucket === undefined
            ? () => takeOrEnd(root, outer, stopping)
            : async () => undefined,
      });
      const endHard = (): void => void closeAndEnd(database, reservation);
      await runUntil(stop, { app, cluster, config, logger, endHard, ...options });
    } finally {
      await cluster?.leave();
      await root.release();
    }
    logger.info('stopped');
  } finally {
    await database.close();
  }
}

/**
 * Returns a database that writes only while the reservation is held. When another server takes it over, this process
 * ends at once, because both would change the same files.
 */
function whileReserved(database: Database, reservation: Reservation, logger: Logger): Database {
  if (reservation.kind === 'without') {
    logger.warn(reservation.warning);
    return database;
  }
  void reservation.lease.lost.then((reason) => {
    logger.fatal(reason);
    return exitWith(new StartupError(reason));
  });
  return guardedByLease(database, reservation.lease);
}

/**
 * Reserves the served folder, at the start and when its disk has come back. If another server has reserved it, a standby server waits,
 * and any other ends.
 */
async function takeOrEnd(
  root: RootReservation,
  { isStandby }: OuterSources,
  stopping: AbortSignal,
): Promise<void> {
  await (isStandby ? root.takeWhenFree(stopping) : root.take().catch(exitWith));
}

/** Checks the flags of a first start, so that a mistake does not leave an empty database behind. */
async function checkFirstStart(outer: OuterSources): Promise<void> {
  const { database } = outer;
  if (!databaseExists(database)) await loadConfig(outer, storedAtFirst(database));
}

function logMigrationStatus(logger: Logger, migration: MigrationStatus): void {
  const summary = migrationSummary(migration);
  if (migration.kind === 'changed') logger.warn(summary);
  else logger.info(summary);
}

function databaseExists(database: DatabaseConfig): boolean {
  return database.kind === 'postgres' || existsSync(database.file);
}

/**
 * Closes the database properly when a stop takes too long, and ends the process. The reservation is released before, because the
 * kernel keeps a process, with its locks, while a file system does not answer it.
 */
async function closeAndEnd(database: Database, reservation: Reservation): Promise<void> {
  const release = () => (reservation.kind === 'held' ? reservation.lease.release() : undefined);
  const closing = database
    .close()
    .then(release)
    .catch(() => undefined);
  await Promise.race([closing, delay(MAX_CLOSING_MS, undefined, { ref: false })]);
  await endProcess(1, MAX_CLOSING_MS);
}

interface Running extends ServeOptions {
  readonly app: App;
  /** Undefined for a server alone. */
  readonly cluster: ClusterMember | undefined;
  readonly config: Config;
  readonly logger: Logger;
  /** Ends the process although something hangs. */
  endHard(): void;
}

async function runUntil(
  stop: Promise<string>,
  { app, cluster, config, logger, endHard, drainMs }: Running,
): Promise<void> {
  // Registered before recovery, which can take long. The next start continues interrupted work.
  void stop.then(() => setTimeout(endHard, MAX_STOPPING_MS).unref());
  let listening: Listening | undefined;
  try {
    // First, so that a server whose port is taken changes nothing in the root.
    listening = await listen(app.server, config.listen, config.baseUrl);
    const { urls, moreServers } = listening;
    // An error such as too many open files affects one connection. The next may succeed.
    for (const each of [app.server, ...moreServers]) {
      each.on('error', (err) => logger.error({ err }, 'a connection was not accepted'));
    }
    const { firstUserPassword } = await app.start();
    // Before anything else can fail, because the next start would not show it again.
    if (firstUserPassword !== undefined) {
      announcePassword(process.stderr, config.firstUser.username, firstUserPassword);
    }
    await cluster?.ready();
    announceAddress(process.stderr, readVersion(), urls[0], config);
    for (const url of urls) logger.info(`listening on ${url}`);

    const stopReturningMemory = returnMemoryWhenIdle();
    logger.info({ reason: await stop }, 'stopping');
    stopReturningMemory();
    app.hangUp();
    await closeServer(app.server, moreServers, drainMs);
  } finally {
    // Ends the waiting requests of a start that has failed.
    for (const each of listening?.moreServers ?? []) each.close();
    app.server.closeAllConnections();
    await app.close();
  }
}
