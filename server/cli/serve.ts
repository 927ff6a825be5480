import { existsSync } from 'node:fs';
import type { App, AppParts } from '../app.ts';
import type { Config, DatabaseConfig } from '../config/config.ts';
import type { Surroundings } from '../config/environment.ts';
import {
  databaseOf,
  loadConfig,
  type OuterSources,
  readOuterSources,
} from '../config/load-config.ts';
import type { Flags } from '../config/sources.ts';
import { readVersion } from '../config/version.ts';
import { createLogger, type Logger } from '../logger.ts';
import type { Database } from '../metadata/database.ts';
import { readGlobalSettings } from '../metadata/settings.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { announceAddress, announceArrival, announcePassword } from './announce.ts';
import { endProcess } from './end-process.ts';
import { closeServer } from './graceful-stop.ts';
import { createServer, listen } from './listen.ts';
import { logCommands } from './log-commands.ts';
import { openOurDatabase } from './open-database.ts';
import { stopAsked } from './stop-signal.ts';
import { readStoredSettings, storedAtFirst } from './stored-settings.ts';
import { arrivalInBrief } from './takeover/arrival-in-words.ts';
import type { Arrival } from './takeover/arrive.ts';

/** From the signal to the end of the process, whatever hangs. */
const MOST_STOPPING_MS = 9_200;
/** For closing the database then; PostgreSQL may hang, too. The rest of ten seconds is for ending the process. */
const MOST_CLOSING_MS = 300;

export type BuildApp = (config: Config, parts: AppParts) => Promise<App>;

export interface ServeOptions {
  /** Time that running transfers have to finish when the server stops, in milliseconds. */
  readonly drainMs?: number | undefined;
}

/** Runs the server until it is asked to stop. Failures before it listens are StartupErrors. */
export async function serve(
  flags: Flags,
  surroundings: Surroundings,
  buildApp: BuildApp,
  options: ServeOptions = {},
): Promise<void> {
  const stop = stopAsked({ followParent: surroundings.startedByNpm });
  const outer = await readOuterSources(flags, surroundings);
  await checkBeforeDatabaseIsMade(outer);

  const { database, arrival } = await openOurDatabase(outer);
  try {
    if (arrival?.kind === 'now') announceArrival(process.stderr, arrival);
    const stored = await readStoredSettings(database);
    const { config, warnings } = await loadConfig(outer, stored);
    const logger = createLogger(config.log);
    for (const warning of warnings) logger.warn(warning);
    if (arrival !== undefined) logArrival(logger, arrival);
    await logCommands(logger, config, await readGlobalSettings(database.read));
    const app = await buildApp(config, {
      database,
      logger,
      createServer: (listener) => createServer(config.listen, listener),
    });
    const endHard = (): void => void closeAndEnd(database);
    await runUntil(stop, { app, config, logger, endHard, ...options });
  } finally {
    await database.close();
  }
}

/** A mistake in the flags of a first start should not leave an empty database behind. */
async function checkBeforeDatabaseIsMade(outer: OuterSources): Promise<void> {
  const database = databaseOf(outer);
  if (!isThere(database)) await loadConfig(outer, storedAtFirst(database));
}

function logArrival(logger: Logger, arrival: Arrival): void {
  const told = arrivalInBrief(arrival);
  if (arrival.kind === 'changed') logger.warn(told);
  else logger.info(told);
}

function isThere(database: DatabaseConfig): boolean {
  return database.kind === 'postgres' || existsSync(database.file);
}

/** For a stop that takes too long: whatever hangs, the database is closed in good order. */
async function closeAndEnd(database: Database): Promise<void> {
  const closing = database.close().catch(() => undefined);
  await Promise.race([closing, delay(MOST_CLOSING_MS, undefined, { ref: false })]);
  await endProcess(1, MOST_CLOSING_MS);
}

interface Running extends ServeOptions {
  readonly app: App;
  readonly config: Config;
  readonly logger: Logger;
  endHard(): void;
}

async function runUntil(
  stop: Promise<string>,
  { app, config, logger, endHard, drainMs }: Running,
): Promise<void> {
  try {
    // Before anything else can fail: the next start would not show it again.
    if (app.firstUserPassword !== undefined) {
      announcePassword(process.stderr, config.firstUser.username, app.firstUserPassword);
    }
    const { urls, doors } = await listen(app.server, config.listen, config.baseUrl);
    // Too many open files, for instance: this connection is lost, the next may be served.
    for (const door of [app.server, ...doors]) {
      door.on('error', (err) => logger.error({ err }, 'a connection was not accepted'));
    }
    announceAddress(process.stderr, readVersion(), urls[0], config);
    for (const url of urls) logger.info(`listening on ${url}`);

    const reason = await stop;
    logger.info(`stopping because of ${reason}`);
    setTimeout(endHard, MOST_STOPPING_MS).unref();
    app.hangUp();
    await closeServer(app.server, doors, drainMs);
  } finally {
    await app.close();
  }
  logger.info('stopped');
}
