import type { RequestListener, Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseTreePath, type TreePath } from '#contract/paths.ts';
import { createAuthenticator } from './access/authenticator.ts';
import { announceHomes } from './administration/homes/announce-homes.ts';
import type { Config } from './config/config.ts';
import { readVersion } from './config/version.ts';
import { HistoryChanges } from './events/history-changes.ts';
import { JobChanges } from './events/job-changes.ts';
import { createTreeChanges } from './events/tree-changes.ts';
import { AuditLog } from './features/audit/audit-log.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { apiDescriptionRoutes } from './features/api-description/routes.ts';
import { commandRunRoutes } from './features/command-runs/routes.ts';
import { Conversations } from './features/commands/conversations.ts';
import { commandRoutes } from './features/commands/routes.ts';
import { createLineRunner } from './features/commands/run-line.ts';
import { commandTrialRoutes } from './features/command-trial/routes.ts';
import { downloadRoutes } from './features/downloads/routes.ts';
import { SelectionReader } from './features/downloads/selection-reader.ts';
import { fileJobs, operationRoutes } from './features/files/operation-routes.ts';
import { jobRoutes } from './features/jobs/routes.ts';
import { audited } from './features/jobs/audited.ts';
import { fileRoutes } from './features/files/routes.ts';
import { walkRoutes } from './features/files/walk-routes.ts';
import { FolderFeeds } from './features/events/folder-feeds.ts';
import { eventRoutes, EventStreams } from './features/events/routes.ts';
import { createMetrics, metricsRoutes } from './features/metrics/routes.ts';
import { BrandingFolder } from './features/page/branding-folder.ts';
import { readBuiltPage, type PageSource } from './features/page/built-page.ts';
import { handleNotFound, pageRoutes } from './features/page/routes.ts';
import { addBuildHeader } from './features/page/build-header.ts';
import { healthRoutes } from './features/health/routes.ts';
import { checkHealth } from './features/health/check-health.ts';
import { createHealthChecks } from './features/health/health-checks.ts';
import { ruleRoutes } from './features/rules/routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { ItemUses } from './features/places/item-uses.ts';
import { placeRoutes } from './features/places/routes.ts';
import { previewRoutes } from './features/previews/routes.ts';
import { sessionListRoutes } from './features/session/list-routes.ts';
import { sessionRoutes } from './features/session/routes.ts';
import { SessionUses } from './features/session/session-uses.ts';
import { createAuthMethods } from './features/session/auth-methods/create-auth-methods.ts';
import type { LoginDurations } from './features/session/auth-methods/auth-method.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { publicShareRoutes } from './features/shares/public-routes.ts';
import { shareRoutes } from './features/shares/routes.ts';
import { ShareUseRecorder } from './features/shares/share-use-recorder.ts';
import { createVisitors } from './features/shares/visitors.ts';
import { signUpRoutes } from './features/sign-up/routes.ts';
import { subtitleRoutes } from './features/subtitles/routes.ts';
import { createSubtitlePool } from './features/subtitles/subtitle-pool.ts';
import { historyRoutes } from './features/history/routes.ts';
import { trashRoutes } from './features/trash/routes.ts';
import { trashJobs, withoutRequest } from './features/trash/trash-jobs.ts';
import { openTrash } from './features/trash/trash.ts';
import { roomMaker } from './features/trash/room-maker.ts';
import { TrashKeeper } from './features/trash/trash-keeper.ts';
import { versionRoutes } from './features/versions/routes.ts';
import { openVersion } from './features/versions/versions.ts';
import { uploadRoutes } from './features/uploads/routes.ts';
import { UploadDigests } from './features/uploads/upload-digests.ts';
import { UploadFlushes } from './features/uploads/upload-flushes.ts';
import { UploadLocks } from './features/uploads/upload-locks.ts';
import { makeFirstUser } from './features/users/first-user.ts';
import { userRoutes } from './features/users/routes.ts';
import { cleanupJobs } from './cleanup-jobs.ts';
import { PurgeClock } from './jobs/purge-clock.ts';
import { CleanupScheduler } from './jobs/cleanup-scheduler.ts';
import { auditRequests } from './http/audit.ts';
import { authenticateRequests } from './http/authenticate.ts';
import { createHttp } from './http/create-http.ts';
import { collectMethods } from './http/method-not-allowed.ts';
import { createMonitorCheck } from './http/monitor-token.ts';
import { collectRoutes } from './http/mounted-routes.ts';
import { openTrashedItems } from './http/trashed-items.ts';
import { authenticateVisitors } from './http/visitors.ts';
import { waitForStart } from './http/wait-for-start.ts';
import { PreviewSweep } from './images/preview-sweep.ts';
import { Previews } from './images/previews.ts';
import { closeAll, together } from './lib/close-all.ts';
import { countSessions } from './metadata/sessions.ts';
import { readGlobalSettings, readOrCreateSigningKey } from './metadata/settings.ts';
import type { Logger } from './logger.ts';
import type { Database } from './metadata/database.ts';
import { createRecovery } from './recover-interrupted.ts';
import { guarded } from './storage/guarded-driver.ts';
import { openStorage } from './storage/open.ts';
import { NO_EVENT_HOOKS } from './programs/events/event-hooks.ts';
import { EventCommands } from './programs/events/event-commands.ts';
import { Programs } from './programs/programs.ts';
import type { ProgramDurations } from './programs/running-program.ts';
import { createCommandRunLog } from './programs/command-run-log.ts';
import { createSandbox } from './programs/sandbox/sandbox.ts';
import { Jobs } from './operations/jobs.ts';
import { KnownDigests } from './tree/known-digests.ts';
import { HistoryRecorder } from './tree/history-recorder.ts';
import { OperationJournal } from './tree/operation-journal.ts';
import { Completions } from './tree/completions.ts';
import { PathLocks } from './tree/path-locks.ts';
import { RootPresence } from './tree/root-presence.ts';
import { keepsVersionsAt } from './tree/keeps-versions.ts';
import { SharedItems } from './tree/shared-items.ts';
import { TemporaryFileSearch } from './tree/temporary-file-search.ts';
import { Versions } from './tree/versions.ts';

/** Maximum time in milliseconds that a start waits for recovery. A longer recovery goes on while the server runs. */
const RECOVERY_BEFORE_START_MS = 2_000;

export interface App {
  /** Created by `createServer` of the parts. It does not listen yet. */
  readonly server: Server;
  /**
   * Recovers interrupted operations, and begins to answer requests. Must be called once, and only while no other
   * server uses the database and the root: recovery regards every unfinished operation as interrupted.
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

/** Dependencies that the caller of `buildApp` provides. */
export interface AppParts {
  readonly database: Database;
  readonly logger: Logger;
  createServer(listener: RequestListener): Server;
  /** Called each time when the served folder becomes available, before recovery. */
  reserveRoot?(): Promise<void>;
  /** False leaves the name index empty, so that searches walk the tree. For tests that do not search. */
  readonly readsNames?: boolean;
  /** Folder of the built page. Default: beside the server. */
  readonly page?: URL | undefined;
  /** Durations that tests shorten. */
  readonly durations?: AppDurations;
  /** In development: reads the page from its sources, with the nonce on its scripts. */
  readonly readPage?: PageSource['read'];
}

export interface AppDurations {
  readonly logins?: LoginDurations;
  readonly programs?: ProgramDurations;
  /** Interval in milliseconds at which running commands and event streams are authorized again. */
  readonly watchCommandsEveryMs?: number;
  /** Time after which an operation becomes a job, in milliseconds. */
  readonly longOperationMs?: number;
  /** Delay before uses of shares are stored, in milliseconds. */
  readonly writeUsesAfterMs?: number;
}

/** Builds every service and mounts every feature. Start here to find your way around the server. */
export async function buildApp(config: Config, parts: AppParts): Promise<App> {
  const { database: db, logger, durations = {} } = parts;
  const { baseUrl } = config;
  logAvailability(db, logger);
  const clock = new PurgeClock({ db, log: logger });
  await clock.begin();
  const signingKey = await readOrCreateSigningKey(db);

  const changes = createTreeChanges(logger);
  const disk = openStorage(config, await readGlobalSettings(db.read), {
    db,
    mayBeMissing: true,
    index: { changes, logger },
  });
  const presence = new RootPresence({ db, keeper: disk.keeper, log: logger });
  const driver = guarded(disk, presence.require);
  const completions = new Completions();
  const sharedItems = new SharedItems(db, driver);
  const historyChanges = new HistoryChanges();
  const announceHistory = (userId: number): void => historyChanges.announce(userId);
  const history = new HistoryRecorder(db, logger, announceHistory);
  const isKept = keepsVersionsAt(db, config.versions);
  const versions = new Versions({ db, driver, completions, isKept });
  const selections = new SelectionReader();
  const previews = new Previews(config.previews);
  const subtitles = createSubtitlePool();
  const programs = new Programs(durations.programs);
  const runRecord = createCommandRunLog({ db, log: logger });
  const eventCommands = config.features.exec
    ? new EventCommands(config, { db, programs, record: runRecord, log: logger })
    : undefined;
  const sniff = config.files.typeDetectionByHeader;
  const tree = {
    driver,
    walks: driver.walks,
    sharedItems,
    digests: new KnownDigests(db),
    hooks: eventCommands ?? NO_EVENT_HOOKS,
    changes,
    sniff,
    journal: new OperationJournal(db, completions, driver, announceHistory),
    locks: new PathLocks(),
    keeps: { deleted: config.trash.isOn },
    versions,
    history,
  };

  const administration = { db, driver: announceHomes(driver, changes) };
  const isManaged = config.storage === 'managed';
  const protectedPlaces = isManaged ? [] : pathsInside(config.root, config.protectedPaths);
  const foldsCase = () => !driver.features.caseSensitive;
  const authenticator = createAuthenticator({ db, signingKey, protectedPlaces, foldsCase });
  const uses = new SessionUses({ db, log: logger });
  const itemUses = new ItemUses({ db, log: logger });
  itemUses.follow(changes);
  const sessions = { db, signingKey, limits: config.sessions, uses, purgeTime: clock.now };
  const authMethods = createAuthMethods(administration, config, durations.logins);
  const flushes = new UploadFlushes({ tree, db });
  const auditLog = new AuditLog({ db, log: logger });
  const keeper = new TrashKeeper({
    tree,
    db,
    config: config.trash,
    versions: config.versions,
    log: logger,
  });
  const uploads = {
    tree,
    db,
    locks: new UploadLocks(),
    flushes,
    digests: new UploadDigests(tree.digests),
    audit: auditLog,
    makeRoom: roomMaker({ keeper, audit: auditLog, log: logger }),
    expiryMs: config.uploads.expiryMs,
  };
  const shares = { tree, db, protectedPlaces, log: logger };
  const record = new ShareUseRecorder({
    db,
    log: logger,
    writeAfterMs: durations.writeUsesAfterMs,
  });
  const visitors = createVisitors({ ...shares, signingKey, record });
  const conversations = new Conversations(logger);
  const runLine = createLineRunner({
    tree,
    db,
    authenticator,
    programs,
    sandbox: createSandbox(config, programs),
    record: runRecord,
    commands: config.commands,
    environment: config.programs.environment,
    switches: config.features,
    log: logger,
    watchEveryMs: durations.watchCommandsEveryMs,
  });
  versions.onKept = (source) => void keeper.prune(source);
  const trash = { tree, db, config: config.trash, audit: auditLog, keeper, baseUrl };
  const jobChanges = new JobChanges();
  const jobs = new Jobs({
    db,
    tree,
    authenticator,
    changes: jobChanges,
    log: logger,
    longMs: durations.longOperationMs,
  });
  const { copy, move, delete: remove } = fileJobs(tree, baseUrl);
  const auditJob = { audit: auditLog, db };
  jobs.register('copy', audited('copy', copy, auditJob));
  jobs.register('move', audited('move', move, auditJob));
  jobs.register('delete', audited('delete', remove, auditJob));
  const { restore, purge } = trashJobs(trash);
  jobs.register('restore', withoutRequest(restore));
  jobs.register('purge', withoutRequest(purge));
  const eventStreams = new EventStreams({
    tree,
    authenticator,
    feeds: new FolderFeeds({ driver, changes }),
    jobs: jobChanges,
    history: historyChanges,
    watchEveryMs: durations.watchCommandsEveryMs,
  });
  const source = pageSourceOf(parts);
  const { build } = source;
  const facts = {
    baseUrl,
    version: readVersion(),
    build,
    switches: config.features,
    isManaged,
    trash: config.trash.isOn,
    versions: config.versions.isOn,
  };
  const page = {
    db,
    facts,
    source,
    branding: new BrandingFolder(logger),
    describeShare: visitors.describeShare,
  };

  const health = {
    db,
    checks: createHealthChecks({ db, driver }),
    version: facts.version,
    index: () => driver.search.facts(),
  };

  const app = createHttp({
    baseUrl,
    trust: config.trust,
    logger,
    logsAll: config.watching.accessLog,
    createServer: parts.createServer,
  });
  const answerRequests = waitForStart(app);
  addBuildHeader(app, build);
  const measures = createMetrics(config.watching, {
    previews,
    jobs: () => jobs.counts(),
    events: () => eventStreams.counts(),
    checkHealth: () => checkHealth(health),
    countSessions: () => countSessions(db.read, Date.now()),
  });
  measures?.requests.watch(app);
  measures?.traffic.watch(app.server);
  const isMonitor = createMonitorCheck(config.watching.monitorToken);
  authenticateRequests(app, authenticator, { uses, isMonitor });
  authenticateVisitors(app, visitors);
  openTrashedItems(app, {
    deleted: ({ actor }, id) => openTrash({ db }, actor, id),
    version: (session, id) => openVersion({ db }, session, id),
  });
  auditRequests(app, auditLog, config.watching.audit);
  const refuseWrongMethods = collectMethods(app);
  const routes = collectRoutes(app);
  await app.register(sessionRoutes({ service: sessions, authMethods, baseUrl }));
  await app.register(sessionListRoutes(sessions));
  await app.register(userRoutes(administration, config.users));
  await app.register(signUpRoutes(administration));
  await app.register(settingsRoutes(administration));
  await app.register(ruleRoutes({ tree, db, protectedPlaces }));
  await app.register(fileRoutes(tree, { includesResolution: config.previews.resolution }));
  await app.register(operationRoutes(tree, jobs.operations, baseUrl));
  await app.register(walkRoutes(tree));
  await app.register(trashRoutes({ ...trash, operations: jobs.operations }));
  await app.register(versionRoutes({ tree, db, keeper, isKept, config: config.versions }));
  await app.register(
    historyRoutes({
      tree,
      db,
      audit: auditLog,
      flush: () => history.flush(),
      announce: announceHistory,
      run: (work) => keeper.run(work),
    }),
  );
  await app.register(jobRoutes(jobs));
  await app.register(eventRoutes(eventStreams));
  await app.register(uploadRoutes(uploads, baseUrl));
  await app.register(downloadRoutes(tree, selections));
  await app.register(shareRoutes(shares));
  await app.register(publicShareRoutes(tree, { includesResolution: config.previews.resolution }));
  await app.register(subtitleRoutes(tree, subtitles));
  await app.register(searchRoutes(tree));
  await app.register(previewRoutes(tree, previews, config.features));
  await app.register(
    commandRoutes({
      conversations,
      baseUrl,
      authenticator,
      runLine,
      watchEveryMs: durations.watchCommandsEveryMs,
    }),
  );
  await app.register(commandRunRoutes(db));
  await app.register(commandTrialRoutes({ config, db, programs, record: runRecord }));
  await app.register(placeRoutes({ tree, db, uses: itemUses }));
  await app.register(auditRoutes({ db, record: auditLog, config: config.watching.audit }));
  await app.register(healthRoutes(health));
  if (measures) await app.register(metricsRoutes(measures));
  await app.register(pageRoutes(page));
  await app.register(apiDescriptionRoutes({ version: facts.version, baseUrl, routes }));
  refuseWrongMethods();
  app.setNotFoundHandler(handleNotFound(page));
  await app.ready();

  const recovery = createRecovery({ db, uploads, jobs, versions, logger });
  presence.onPresent(async () => {
    await parts.reserveRoot?.();
    return recovery.prepare();
  });
  const mayCleanUp = () => presence.isPresent && !recovery.isRunning;
  const sweep = new PreviewSweep({ previews, driver, changes, mayCleanUp, log: logger });
  const cleanup = new CleanupScheduler(
    cleanupJobs(config, {
      db,
      uploads,
      log: logger,
      mayCleanUp,
      clock,
      previews: sweep,
      trash: keeper,
      driver,
    }),
    logger,
  );
  const search = new TemporaryFileSearch({ walks: driver.walks, db, log: logger });

  return {
    server: app.server,
    async start() {
      // A disk that hangs would delay each of the following steps.
      await disk.probe?.();
      await presence.check();
      await recovery.settled(RECOVERY_BEFORE_START_MS);
      await cleanup.begin();
      // The last step that can fail: the password is shown only once, so a start that fails later would lose it.
      const firstUserPassword = await makeFirstUser(db, config.firstUser);
      answerRequests();
      // Both walk the whole tree, which can take long. The start does not wait for them.
      if (parts.readsNames !== false) presence.whenPresent(() => driver.search.begin());
      presence.whenPresent(() => search.begin());
      return { firstUserPassword };
    },
    hangUp() {
      eventStreams.stop();
      void conversations.stop();
    },
    close: () =>
      closeAll(
        [
          ['event streams', () => eventStreams.stop()],
          ['root presence', () => presence.close()],
          ['recovery', () => recovery.stop()],
          ['temporary file search', () => search.stop()],
          ['cleanup jobs', () => cleanup.stop()],
          ['preview cleanup', () => sweep.stop()],
          ['trash', () => keeper.stop()],
          ['process metrics', () => measures?.process.stop()],
          // Together, because operations can wait for their commands.
          [
            'operations and programs',
            () =>
              together(
                jobs.stop(),
                conversations.stop(),
                Promise.resolve(eventCommands?.close()),
                programs.close(),
              ),
          ],
          ['http', () => app.close()],
          ['upload flushes', () => flushes.close()],
          ['upload digests', () => uploads.digests.close()],
          ['known digests', () => tree.digests.flush()],
          ['completions', () => completions.close()],
          ['history', () => history.flush()],
          ['audit log', () => auditLog.close()],
          ['share uses', () => record.flush()],
          ['session uses', () => uses.flush()],
          ['recent items', () => itemUses.flush()],
          ['branding', () => page.branding.close()],
          ['selections', () => selections.close()],
          ['previews', () => previews.close()],
          ['subtitles', () => subtitles.close()],
          ['storage', () => driver.close()],
        ],
        (err, part) => logger.error({ err, part }, 'closing a part of the server failed'),
      ),
  };
}

/** Returns the server's own files that are inside the served folder, as paths of the tree. */
function pathsInside(root: string, files: readonly string[]): TreePath[] {
  const prefix = root === '/' ? '/' : `${root}/`;
  return files
    .filter((file) => file.startsWith(prefix))
    .map((file) => parseTreePath(`/${file.slice(prefix.length)}`))
    .filter((path) => path !== undefined);
}

/** Returns the page from Vite in development; otherwise the built page, which is read once. */
function pageSourceOf({ page, readPage }: AppParts): PageSource {
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
