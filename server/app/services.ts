import { parseTreePath, type TreePath } from '#contract/paths.ts';
import { type Authenticator, createAuthenticator } from '../access/authenticator.ts';
import { announceHomes } from '../administration/homes/announce-homes.ts';
import type { Config } from '../config/config.ts';
import { readVersion } from '../config/version.ts';
import { type JobChanges, UserChanges } from '../events/user-changes.ts';
import { NO_CLUSTER } from '../cluster/cluster.ts';
import { createTreeChanges, type TreeChanges } from '../events/tree-changes.ts';
import { AuditLog } from '../features/audit/audit-log.ts';
import { Conversations } from '../features/commands/conversations.ts';
import { createLineRunner } from '../features/commands/run-line.ts';
import { ClusterSelections } from '../features/downloads/cluster-selections.ts';
import { Selections } from '../features/downloads/selections.ts';
import { SelectionReader } from '../features/downloads/selection-reader.ts';
import { FolderFeeds } from '../features/events/folder-feeds.ts';
import { EventStreams } from '../features/events/routes.ts';
import { operationJobs } from '../features/files/operation-routes.ts';
import { createHealthChecks } from '../features/health/health-checks.ts';
import { audited } from '../features/jobs/audited.ts';
import { BrandingFolder } from '../features/page/branding-folder.ts';
import { ItemUses } from '../features/places/item-uses.ts';
import { createAuthMethods } from '../features/session/auth-methods/create-auth-methods.ts';
import { SessionUses } from '../features/session/session-uses.ts';
import { ShareUseRecorder } from '../features/shares/share-use-recorder.ts';
import { createVisitors } from '../features/shares/visitors.ts';
import { createSubtitlePool } from '../features/subtitles/subtitle-pool.ts';
import type { HistoryService } from '../features/history/undo-operation.ts';
import { undo } from '../features/history/undo.ts';
import { trashJobs, withoutRequest } from '../features/trash/trash-jobs.ts';
import { Previews } from '../images/previews.ts';
import { PurgeClock } from '../cleanup/purge-clock.ts';
import { readOrCreateSigningKey } from '../metadata/settings.ts';
import { Jobs } from '../operations/jobs.ts';
import { createCommandRunLog } from '../programs/command-run-log.ts';
import { EventCommands } from '../programs/events/event-commands.ts';
import { NO_EVENT_HOOKS } from '../programs/events/event-hooks.ts';
import { Programs } from '../programs/programs.ts';
import { createSandbox } from '../programs/sandbox/sandbox.ts';
import { connectWithOthers } from './connect-with-others.ts';
import type { AppDependencies } from './dependencies.ts';
import { createFileServices, createStorage, type OpenedStorage } from './file-services.ts';

/** Services of the server, connected with each other. Each feature receives those that it uses when it is mounted. */
export type Services = Awaited<ReturnType<typeof createServices>>;

/** Creates all services. Nothing runs before the start of the app, except the timers of what has something to store. */
export async function createServices(config: Config, dependencies: AppDependencies) {
  const { database: db, logger: log, durations = {}, cluster = NO_CLUSTER } = dependencies;
  const clock = new PurgeClock({ db, log });
  await clock.begin();
  const signingKey = await readOrCreateSigningKey(db);
  const changes = createTreeChanges(log);
  const storage = await createStorage(config, dependencies, changes);
  const programs = createProgramServices(config, dependencies);
  const auditLog = new AuditLog({ db, log });
  const files = createFileServices(config, dependencies, {
    storage,
    changes,
    hooks: programs.eventCommands ?? NO_EVENT_HOOKS,
    auditLog,
  });
  const { tree } = files;
  const access = createAccess(config, dependencies, { storage, changes, signingKey, clock });
  const { authenticator } = access;

  const shareUses = new ShareUseRecorder({ db, log, writeAfterMs: durations.writeUsesAfterMs });
  const { protectedPaths } = access;
  const shares = { tree, db, protectedPaths, log };
  const visitors = createVisitors({
    ...shares,
    signingKey,
    record: shareUses,
    count: cluster.countTogether,
  });
  const jobServices = createJobServices(config, dependencies, { files, authenticator, auditLog });
  const itemUses = new ItemUses({ db, log });
  itemUses.follow(changes);
  const eventStreams = new EventStreams({
    tree,
    authenticator,
    feeds: new FolderFeeds({ driver: storage.driver, changes }),
    jobs: jobServices.jobChanges,
    history: files.historyChanges,
    watchEveryMs: durations.watchCommandsEveryMs,
  });
  const runLine = createLineRunner({
    tree,
    db,
    authenticator,
    programs: programs.programs,
    sandbox: createSandbox(config, programs.programs),
    record: programs.commandRuns,
    commands: config.commands,
    environment: config.programs.environment,
    switches: config.features,
    log,
    watchEveryMs: durations.watchCommandsEveryMs,
  });
  const { historyChanges: history, retention } = files;
  const { jobChanges } = jobServices;
  connectWithOthers(cluster, { changes, jobs: jobChanges, history, retention, db, log });
  const version = readVersion();
  const health = {
    checks: createHealthChecks({ db, driver: storage.driver }),
    version,
    index: () => storage.driver.search.facts(),
  };

  return {
    db,
    log,
    cluster,
    clock,
    changes,
    auditLog,
    ...storage,
    ...programs,
    ...files,
    ...access,
    ...jobServices,
    shares,
    shareUses,
    visitors,
    itemUses,
    eventStreams,
    runLine,
    conversations: new Conversations(log),
    selectionReader: new SelectionReader(),
    selections: cluster.server === undefined ? new Selections() : new ClusterSelections(db),
    previews: new Previews(config.previews),
    subtitles: createSubtitlePool(),
    branding: new BrandingFolder(log),
    version,
    health,
  };
}

function createProgramServices(
  config: Config,
  { database: db, logger: log, durations }: AppDependencies,
) {
  const programs = new Programs(durations?.programs);
  const commandRuns = createCommandRunLog({ db, log });
  const eventCommands = config.features.exec
    ? new EventCommands(config, { db, programs, record: commandRuns, log })
    : undefined;
  return { programs, commandRuns, eventCommands };
}

interface AccessDependencies {
  readonly storage: OpenedStorage;
  readonly changes: TreeChanges;
  readonly signingKey: Buffer;
  readonly clock: PurgeClock;
}

/** Creates what finds out who sends a request, and what changes users and settings. */
function createAccess(
  config: Config,
  { database: db, logger: log, durations, cluster = NO_CLUSTER }: AppDependencies,
  { storage: { driver }, changes, signingKey, clock }: AccessDependencies,
) {
  const isManaged = config.storage === 'managed';
  const protectedPaths = isManaged ? [] : pathsInside(config.root, config.protectedPaths);
  const foldsCase = () => !driver.features.caseSensitive;
  const authenticator = createAuthenticator({ db, signingKey, protectedPaths, foldsCase });
  const sessionUses = new SessionUses({ db, log });
  const sessions = {
    db,
    signingKey,
    limits: config.sessions,
    uses: sessionUses,
    purgeTime: clock.now,
  };
  const administration = { db, driver: announceHomes(driver, changes) };
  const authMethods = createAuthMethods(administration, config, {
    durations: durations?.logins,
    count: cluster.countTogether,
  });
  return {
    isManaged,
    protectedPaths,
    authenticator,
    sessionUses,
    sessions,
    administration,
    authMethods,
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

interface JobDependencies {
  readonly files: ReturnType<typeof createFileServices>;
  readonly authenticator: Authenticator;
  readonly auditLog: AuditLog;
}

/** Creates the jobs, and registers what each kind of job does. */
function createJobServices(
  { baseUrl }: Config,
  { database: db, logger: log, durations, cluster = NO_CLUSTER }: AppDependencies,
  { files: { tree, trash, history, announceHistory }, authenticator, auditLog }: JobDependencies,
) {
  const jobChanges: JobChanges = new UserChanges();
  const jobs = new Jobs({
    db,
    tree,
    authenticator,
    changes: jobChanges,
    cluster,
    log,
    longMs: durations?.longOperationMs,
  });
  const { copy, move, delete: remove } = operationJobs(tree, baseUrl);
  const auditJob = { audit: auditLog, db };
  jobs.register('copy', audited('copy', copy, auditJob));
  jobs.register('move', audited('move', move, auditJob));
  jobs.register('delete', audited('delete', remove, auditJob));
  const { restore, purge } = trashJobs(trash);
  jobs.register('restore', withoutRequest(restore));
  jobs.register('purge', withoutRequest(purge));
  const undoing: HistoryService = {
    tree,
    db,
    audit: auditLog,
    flush: () => history.flush(),
    announce: announceHistory,
  };
  jobs.register('undo', (actor, request, control) =>
    undo(undoing, { actor, address: '' }, request, control),
  );
  return { jobChanges, jobs, undoing };
}
