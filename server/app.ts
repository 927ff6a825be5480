import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { cleanupJobs } from './app/cleanup-jobs.ts';
import { mountFeatures } from './app/features.ts';
import type { AppDependencies } from './app/dependencies.ts';
import { createRecovery } from './app/recover-interrupted.ts';
import { createServices, type Services } from './app/services.ts';
import type { Config } from './config/config.ts';
import { readBuiltPage, type PageSource } from './features/page/built-page.ts';
import { makeFirstUser } from './features/users/first-user.ts';
import { PreviewSweep } from './images/preview-sweep.ts';
import { CleanupScheduler } from './cleanup/cleanup-scheduler.ts';
import { closeAll, together } from './lib/close-all.ts';
import type { Logger } from './logger.ts';
import type { Database } from './metadata/database.ts';
import { TemporaryFileSearch } from './tree/temporary-file-search.ts';

/** Maximum time in milliseconds that a start waits for recovery. A longer recovery goes on while the server runs. */
const RECOVERY_BEFORE_START_MS = 2_000;

export interface App {
  /** Created by `createServer` of the dependencies. It does not listen yet. */
  readonly server: Server;
  /**
   * Recovers interrupted operations, and begins to answer requests. Must be called once, and only while no other
   * server uses the database and the root, except those of its cluster: recovery regards every other unfinished operation as interrupted.
   */
  start(): Promise<Started>;
  /**
   * Ends connections that never end by themselves, such as command sessions. Call it at a shutdown before waiting for
   * connections.
   */
  hangUp(): void;
  /** Call it when no connection is left. Does not close the database. */
  close(): Promise<void>;
}

export interface Started {
  /** Set when this start has created the first user and no password hash was configured. */
  readonly firstUserPassword: string | undefined;
}

/** Builds the server. Start here to find your way around: `app/services.ts` connects the services, `app/features.ts` mounts them. */
export async function buildApp(config: Config, dependencies: AppDependencies): Promise<App> {
  logAvailability(dependencies.database, dependencies.logger);
  const services = await createServices(config, dependencies);
  const { app, answerRequests, measures } = await mountFeatures({
    config,
    services,
    page: pageSourceOf(dependencies),
    createServer: dependencies.createServer,
    durations: dependencies.durations ?? {},
  });
  const background = createBackgroundWork(config, dependencies, services);
  const { recovery, cleanup, search, sweep } = background;
  const { cluster, db, disk, driver, presence } = services;

  return {
    server: app.server,
    async start() {
      // A disk that hangs would delay each of the following steps.
      await disk.probe?.();
      await presence.check();
      await cluster.begin();
      await recovery.settled(RECOVERY_BEFORE_START_MS);
      await cleanup.begin();
      // The last step that can fail: the password is shown only once, so a start that fails later would lose it.
      const firstUserPassword = await makeFirstUser(db, config.firstUser);
      answerRequests();
      // Both walk the whole tree, which can take long. The start does not wait for them.
      if (dependencies.readsNames !== false) presence.whenPresent(() => driver.search.begin());
      presence.whenPresent(() => cluster.isLeader && search.begin());
      return { firstUserPassword };
    },
    hangUp() {
      services.eventStreams.stop();
      void services.conversations.stop();
    },
    close: () =>
      closeAll(
        [
          ['event streams', () => services.eventStreams.stop()],
          ['root presence', () => presence.close()],
          ['recovery', () => recovery.stop()],
          ['temporary file search', () => search.stop()],
          ['cleanup jobs', () => cleanup.stop()],
          ['preview cleanup', () => sweep.stop()],
          ['trash', () => services.trashCleaner.stop()],
          ['process metrics', () => measures?.process.stop()],
          // Together, because operations can wait for their commands.
          [
            'operations and programs',
            () =>
              together(
                services.jobs.stop(),
                services.conversations.stop(),
                Promise.resolve(services.eventCommands?.close()),
                services.programs.close(),
              ),
          ],
          ['http', () => app.close()],
          ['upload flushes', () => services.flushes.close()],
          ['upload digests', () => services.uploads.digests.close()],
          ['known digests', () => services.tree.digests.flush()],
          ['completions', () => services.completions.close()],
          ['history', () => services.history.flush()],
          ['audit log', () => services.auditLog.close()],
          ['share uses', () => services.shareUses.flush()],
          ['session uses', () => services.sessionUses.flush()],
          ['recent items', () => services.itemUses.flush()],
          ['branding', () => services.branding.close()],
          ['selections', () => services.selectionReader.close()],
          ['previews', () => services.previews.close()],
          ['subtitles', () => services.subtitles.close()],
          ['storage', () => driver.close()],
        ],
        (err, part) =>
          dependencies.logger.error({ err, part }, 'closing a part of the server failed'),
      ),
  };
}

/** Creates recovery and cleanup, which run beside the requests. Neither runs while the disk is missing. */
function createBackgroundWork(config: Config, dependencies: AppDependencies, services: Services) {
  const { changes, clock, cluster, db, driver, jobs, trashCleaner, presence, uploads, versions } =
    services;
  const log = dependencies.logger;
  const recovery = createRecovery(
    { db, uploads, jobs, versions, logger: log },
    {
      firstKeptMs: dependencies.durations?.firstKeptRecoveryMs,
      mayRepeat: () => presence.isPresent && cluster.isLeader,
    },
  );
  presence.onPresent(async () => {
    await dependencies.reserveRoot?.();
    // Other servers of a cluster may be working. What a dead one has left is recovered when it is certain that it is dead.
    return cluster.server === undefined ? recovery.prepare() : () => undefined;
  });
  cluster.onDeath(recovery.prepare);
  const mayCleanUp = () => presence.isPresent && !recovery.isRunning;
  const { previews } = services;
  const sweep = new PreviewSweep({ previews, driver, changes, mayCleanUp, log });
  const cleanup = new CleanupScheduler(
    cleanupJobs(config, {
      db,
      uploads,
      log,
      mayCleanUp,
      clock,
      previews: sweep,
      trash: trashCleaner,
      driver,
    }),
    { log, isLeader: () => cluster.isLeader },
  );
  const search = new TemporaryFileSearch({ walks: driver.walks, db, log });
  return { recovery, sweep, cleanup, search };
}

/** Returns the page from Vite in development; otherwise the built page, which is read once. */
function pageSourceOf({ page, readPage }: AppDependencies): PageSource {
  if (readPage === undefined) return readBuiltPage(page ?? builtPageFolder());
  return { folder: fileURLToPath(new URL('../web/public/', import.meta.url)), read: readPage };
}

/** Returns the folder of the built page: sources are one folder below the project, built files two. */
function builtPageFolder(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? '../dist/web/' : '../web/', import.meta.url);
}

/** Logs when the database becomes unavailable, and when it answers again. */
function logAvailability(db: Pick<Database, 'onAvailability'>, log: Logger): void {
  db.onAvailability((event) => {
    if (event.kind === 'lost') log.error({ err: event.error }, 'database unavailable');
    else log.warn({ ms: Math.round(event.awayMs) }, 'database available again');
  });
}
