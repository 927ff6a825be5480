import { Retention } from '../administration/settings/retention.ts';
import { type Cluster, NO_CLUSTER } from '../cluster/cluster.ts';
import type { Config } from '../config/config.ts';
import type { TreeChanges } from '../events/tree-changes.ts';
import { type HistoryChanges, UserChanges } from '../events/user-changes.ts';
import type { AuditLog } from '../features/audit/audit-log.ts';
import { roomMaker } from '../features/trash/room-maker.ts';
import { TrashCleaner } from '../features/trash/trash-cleaner.ts';
import { ClusterUploadLocks } from '../features/uploads/cluster-upload-locks.ts';
import { UploadDigests } from '../features/uploads/upload-digests.ts';
import { UploadFlushes } from '../features/uploads/upload-flushes.ts';
import { UploadLocks } from '../features/uploads/upload-locks.ts';
import type { Database } from '../metadata/database.ts';
import { readGlobalSettings } from '../metadata/settings.ts';
import type { EventHooks } from '../programs/events/event-hooks.ts';
import { guarded } from '../storage/guarded-driver.ts';
import { openStorage } from '../storage/open.ts';
import { ClusterPathLocks } from '../tree/cluster-path-locks.ts';
import { Completions } from '../tree/completions.ts';
import { HistoryRecorder } from '../tree/history-recorder.ts';
import { keepsVersionsAt } from '../tree/keeps-versions.ts';
import { KnownDigests } from '../tree/known-digests.ts';
import { OperationJournal } from '../tree/operation-journal.ts';
import { PathLocks } from '../tree/path-locks.ts';
import { RootPresence } from '../tree/root-presence.ts';
import { SharedItems } from '../tree/shared-items.ts';
import { Versions } from '../tree/versions.ts';
import type { AppDependencies } from './dependencies.ts';

/** Opens the storage. `disk` may be used while it is missing; `driver` refuses everything then. */
export async function createStorage(
  config: Config,
  { database: db, logger }: AppDependencies,
  changes: TreeChanges,
) {
  const disk = openStorage(config, await readGlobalSettings(db.read), {
    db,
    mayBeMissing: true,
    index: { changes, logger },
  });
  const presence = new RootPresence({ db, keeper: disk.keeper, log: logger });
  return { disk, presence, driver: guarded(disk, presence.require) };
}

/** The opened storage. */
export type OpenedStorage = Awaited<ReturnType<typeof createStorage>>;

interface FileServiceDependencies {
  readonly storage: OpenedStorage;
  readonly changes: TreeChanges;
  readonly hooks: EventHooks;
  readonly auditLog: AuditLog;
}

/** Creates the tree with its journal, trash and versions, and the uploads into it. */
export function createFileServices(
  config: Config,
  { database: db, logger: log, cluster = NO_CLUSTER }: AppDependencies,
  { storage: { driver }, changes, hooks, auditLog }: FileServiceDependencies,
) {
  const retention = new Retention(config);
  const completions = new Completions();
  const historyChanges: HistoryChanges = new UserChanges();
  const announceHistory = (userId: number): void => historyChanges.announce(userId);
  const history = new HistoryRecorder(db, log, announceHistory);
  const isKept = keepsVersionsAt(db, retention.versions);
  const versions = new Versions({ db, driver, completions, isKept, owner: cluster });
  const locks = createLocks(db, cluster);
  const tree = {
    driver,
    walks: driver.walks,
    sharedItems: new SharedItems(db, driver),
    digests: new KnownDigests(db),
    hooks,
    changes,
    sniff: config.files.typeDetectionByHeader,
    journal: new OperationJournal(db, completions, driver, {
      onHistory: announceHistory,
      owner: cluster,
    }),
    locks: locks.paths,
    keeps: {
      get deleted() {
        return retention.trash.isOn;
      },
    },
    versions,
    history,
  };
  const trashCleaner = new TrashCleaner({
    tree,
    db,
    config: retention.trash,
    versions: retention.versions,
    log,
  });
  versions.onChanged = (source) => void trashCleaner.prune(source);
  const flushes = new UploadFlushes({ tree, db });
  const uploads = {
    tree,
    db,
    locks: locks.uploads,
    flushes,
    digests: new UploadDigests(tree.digests),
    audit: auditLog,
    makeRoom: roomMaker({ cleaner: trashCleaner, audit: auditLog, log }),
    expiryMs: config.uploads.expiryMs,
  };
  const { baseUrl } = config;
  const trash = {
    tree,
    db,
    config: retention.trash,
    audit: auditLog,
    cleaner: trashCleaner,
    baseUrl,
  };
  return {
    tree,
    retention,
    completions,
    history,
    historyChanges,
    announceHistory,
    isKept,
    versions,
    trashCleaner,
    flushes,
    uploads,
    trash,
  };
}

/** Returns what keeps operations and uploads out of each other's way, on this server or in its cluster. */
function createLocks(db: Database, cluster: Cluster) {
  const { server } = cluster;
  if (server === undefined) return { paths: new PathLocks(), uploads: new UploadLocks() };
  return {
    paths: new ClusterPathLocks({ db, owner: { server, abandoned: () => cluster.abandoned() } }),
    uploads: new ClusterUploadLocks({ db, cluster, server }),
  };
}
