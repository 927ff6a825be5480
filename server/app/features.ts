import type { RequestListener, Server } from 'node:http';
import type { Config } from '../config/config.ts';
import { apiDescriptionRoutes } from '../features/api-description/routes.ts';
import { auditRoutes } from '../features/audit/routes.ts';
import { commandRunRoutes } from '../features/command-runs/routes.ts';
import { commandTrialRoutes } from '../features/command-trial/routes.ts';
import { commandRoutes } from '../features/commands/routes.ts';
import { downloadRoutes } from '../features/downloads/routes.ts';
import { eventRoutes } from '../features/events/routes.ts';
import { operationRoutes } from '../features/files/operation-routes.ts';
import { fileRoutes } from '../features/files/routes.ts';
import { walkRoutes } from '../features/files/walk-routes.ts';
import { checkHealth } from '../features/health/check-health.ts';
import { healthRoutes } from '../features/health/routes.ts';
import { historyRoutes } from '../features/history/routes.ts';
import { jobRoutes } from '../features/jobs/routes.ts';
import { createMetrics, metricsRoutes } from '../features/metrics/routes.ts';
import { addBuildHeader } from '../features/page/build-header.ts';
import { type PageSource } from '../features/page/built-page.ts';
import { handleNotFound, pageRoutes } from '../features/page/routes.ts';
import { placeRoutes } from '../features/places/routes.ts';
import { previewRoutes } from '../features/previews/routes.ts';
import { ruleRoutes } from '../features/rules/routes.ts';
import { searchRoutes } from '../features/search/routes.ts';
import { sessionListRoutes } from '../features/session/list-routes.ts';
import { sessionRoutes } from '../features/session/routes.ts';
import { logoRoutes } from '../features/settings/logo-routes.ts';
import { settingsRoutes } from '../features/settings/routes.ts';
import { publicShareRoutes } from '../features/shares/public-routes.ts';
import { shareRoutes } from '../features/shares/routes.ts';
import { signUpRoutes } from '../features/sign-up/routes.ts';
import { subtitleRoutes } from '../features/subtitles/routes.ts';
import { trashRoutes } from '../features/trash/routes.ts';
import { openTrash } from '../features/trash/trash.ts';
import { uploadRoutes } from '../features/uploads/routes.ts';
import { userRoutes } from '../features/users/routes.ts';
import { versionRoutes } from '../features/versions/routes.ts';
import { openVersion } from '../features/versions/versions.ts';
import { auditRequests } from '../http/audit.ts';
import { authenticateRequests } from '../http/authenticate.ts';
import { createHttp } from '../http/create-http.ts';
import { collectMethods } from '../http/method-not-allowed.ts';
import { createMonitorCheck } from '../http/monitor-token.ts';
import { collectRoutes } from '../http/mounted-routes.ts';
import { openTrashedItems } from '../http/trashed-items.ts';
import { authenticateVisitors } from '../http/visitors.ts';
import { waitForStart } from '../http/wait-for-start.ts';
import { countSessions } from '../metadata/sessions.ts';
import type { AppDurations } from './dependencies.ts';
import type { Services } from './services.ts';

interface Mounted {
  readonly config: Config;
  readonly services: Services;
  readonly page: PageSource;
  readonly createServer: (listener: RequestListener) => Server;
  readonly durations: AppDurations;
}

/** Creates the HTTP server of all features, with what every request passes. Requests wait for `answerRequests`. */
export async function mountFeatures({ config, services, page, createServer, durations }: Mounted) {
  const { db, log, authenticator, auditLog, sessionUses, visitors, health } = services;
  const { baseUrl } = config;
  const app = createHttp({
    baseUrl,
    trust: config.trust,
    logger: log,
    logsAll: config.watching.accessLog,
    createServer,
  });
  const answerRequests = waitForStart(app);
  addBuildHeader(app, page.build);
  const measures = createMetrics(config.watching, {
    previews: services.previews,
    jobs: () => services.jobs.counts(),
    events: () => services.eventStreams.counts(),
    checkHealth: () => checkHealth(health),
    countSessions: () => countSessions(db.read, Date.now()),
  });
  measures?.requests.watch(app);
  measures?.traffic.watch(app.server);
  const isMonitor = createMonitorCheck(config.watching.monitorToken);
  authenticateRequests(app, authenticator, { uses: sessionUses, isMonitor });
  authenticateVisitors(app, visitors);
  openTrashedItems(app, {
    deleted: ({ actor }, id) => openTrash({ db }, actor, id),
    version: (session, id) => openVersion({ db }, session, id),
  });
  auditRequests(app, auditLog, config.watching.audit);
  const allowedMethods = collectMethods(app);
  const routes = collectRoutes(app);
  for (const feature of [
    ...accountFeatures(config, services),
    ...fileFeatures(config, services),
    ...commandFeatures(config, services, durations),
  ])
    await app.register(feature);
  await app.register(auditRoutes({ db, record: auditLog, config: config.watching.audit }));
  await app.register(healthRoutes(health));
  if (measures) await app.register(metricsRoutes(measures));
  const pages = pagesOf(config, services, page);
  await app.register(pageRoutes(pages));
  await app.register(apiDescriptionRoutes({ version: services.version, baseUrl, routes }));
  app.setNotFoundHandler(handleNotFound(pages, allowedMethods));
  await app.ready();
  return { app, answerRequests, measures };
}

/** Features about users, their sessions and the settings. */
function accountFeatures({ baseUrl, users }: Config, services: Services) {
  const { administration, authMethods, cluster, db, protectedPaths, sessions, tree } = services;
  return [
    sessionRoutes({ service: sessions, authMethods, baseUrl }),
    sessionListRoutes(sessions),
    userRoutes(administration, users, cluster.countTogether),
    signUpRoutes(administration, cluster.countTogether),
    settingsRoutes(administration, services.retention),
    logoRoutes({ db, branding: services.branding }),
    ruleRoutes({ tree, db, protectedPaths }),
  ];
}

/** Features about files. */
function fileFeatures(config: Config, services: Services) {
  const { db, jobs, trashCleaner, trash, tree } = services;
  const { baseUrl } = config;
  const { resolution: includesResolution } = config.previews;
  return [
    fileRoutes(tree, { includesResolution }),
    operationRoutes(tree, jobs, baseUrl),
    walkRoutes(tree),
    trashRoutes({ ...trash, operations: jobs.operations }),
    versionRoutes({
      tree,
      db,
      cleaner: trashCleaner,
      isKept: services.isKept,
      config: services.retention.versions,
    }),
    historyRoutes({ ...services.undoing, operations: jobs.operations }),
    jobRoutes(jobs),
    eventRoutes(services.eventStreams),
    uploadRoutes(services.uploads, baseUrl),
    downloadRoutes(tree, services.selectionReader, services.selections),
    shareRoutes(services.shares),
    publicShareRoutes(tree, { includesResolution }),
    subtitleRoutes(tree, services.subtitles),
    searchRoutes(tree),
    previewRoutes(tree, services.previews, config.features),
    placeRoutes({ tree, db, uses: services.itemUses }),
  ];
}

/** Features about commands. */
function commandFeatures(config: Config, services: Services, durations: AppDurations) {
  const { authenticator, conversations, db, programs, runLine, commandRuns } = services;
  return [
    commandRoutes({
      conversations,
      baseUrl: config.baseUrl,
      authenticator,
      runLine,
      watchEveryMs: durations.watchCommandsEveryMs,
    }),
    commandRunRoutes(db),
    commandTrialRoutes({ config, db, programs, record: commandRuns }),
  ];
}

function pagesOf(config: Config, services: Services, source: PageSource) {
  const { db, branding, isManaged, version, visitors } = services;
  const facts = {
    baseUrl: config.baseUrl,
    version,
    build: source.build,
    switches: config.features,
    isManaged,
  };
  return {
    db,
    facts,
    retention: services.retention,
    source,
    branding,
    describeShare: visitors.describeShare,
  };
}
