import type { Config } from '../config/config.ts';
import { removeOldEntries } from '../features/audit/audit-log.ts';
import { removeOldRuns } from '../programs/command-run-log.ts';
import { removeEndedShares } from '../features/shares/ended-shares.ts';
import type { TrashCleaner } from '../features/trash/trash-cleaner.ts';
import { removeForgottenUploads } from '../features/uploads/forgotten-uploads.ts';
import type { UploadService } from '../features/uploads/uploads.ts';
import type { PreviewSweep } from '../images/preview-sweep.ts';
import type { PurgeClock } from '../cleanup/purge-clock.ts';
import type { CleanupJob } from '../cleanup/cleanup-scheduler.ts';
import type { Logger } from '../logger.ts';
import { deleteInBatches } from '../metadata/batches.ts';
import type { Database } from '../metadata/database.ts';
import { removeOldJobs } from '../metadata/jobs.ts';
import { removeExpiredInvitations } from '../metadata/invitations.ts';
import { removeOldDigests } from '../metadata/file-digests.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { removeOldHistory, removeSurplusHistory } from '../metadata/history.ts';
import { removeExpiredSessions } from '../metadata/sessions.ts';

const MINUTE_MS = 60_000;
/** Retention of what users have done, for undo. */
const HISTORY_KEPT_MS = 30 * 24 * 60 * MINUTE_MS;
/** Number of files whose digest is stored. A row takes about 200 bytes. */
const MAX_DIGESTS = 200_000;

/** Time for which jobs that have ended are listed. */
const JOBS_KEPT_MS = 7 * 24 * 60 * MINUTE_MS;

interface CleanupDependencies {
  readonly db: Database;
  readonly uploads: UploadService;
  readonly log: Logger;
  /** Returns false while the disk is missing or interrupted operations are being recovered. */
  readonly mayCleanUp: () => boolean;
  readonly clock: PurgeClock;
  readonly previews: Pick<PreviewSweep, 'begin'>;
  readonly trash: Pick<TrashCleaner, 'cleanUp'>;
  readonly driver: Pick<StorageDriver, 'collectGarbage' | 'writeManifest'>;
}

/** Returns the jobs that remove records and files which would otherwise grow without limit. */
export function cleanupJobs(config: Config, dependencies: CleanupDependencies): CleanupJob[] {
  const { db, uploads, log, mayCleanUp, clock, previews, trash, driver } = dependencies;
  return [
    {
      what: 'the time of the last purge',
      everyMs: 10 * MINUTE_MS,
      remove: () => clock.store(),
    },
    {
      what: 'abandoned uploads',
      everyMs: 10 * MINUTE_MS,
      remove: async () => {
        if (mayCleanUp()) await removeForgottenUploads(uploads, log, clock.now());
      },
    },
    {
      what: 'old operations in the history',
      everyMs: 60 * MINUTE_MS,
      remove: async () => {
        const beforeMs = clock.now() - HISTORY_KEPT_MS;
        await deleteInBatches(db, (tx, most) => removeOldHistory(tx, beforeMs, most));
        let removed: number;
        do {
          removed = await db.write((tx) => removeSurplusHistory(tx), { isIdempotent: true });
        } while (removed > 0);
      },
    },
    {
      what: 'old items in the trash',
      everyMs: 10 * MINUTE_MS,
      remove: async () => {
        // Takes as long as its items are large. A start does not wait for it.
        if (mayCleanUp()) void trash.cleanUp(clock.now());
      },
    },
    {
      what: 'expired sessions',
      everyMs: 10 * MINUTE_MS,
      remove: async () => {
        const nowMs = clock.now();
        await deleteInBatches(db, (tx, most) => removeExpiredSessions(tx, nowMs, most));
      },
    },
    {
      what: 'expired invitations',
      everyMs: 60 * MINUTE_MS,
      remove: async () => {
        const nowMs = clock.now();
        await deleteInBatches(db, (tx, most) => removeExpiredInvitations(tx, nowMs, most));
      },
    },
    {
      what: 'expired shares',
      everyMs: 60 * MINUTE_MS,
      remove: () => removeEndedShares(db, config.shares.recordExpiryMs, clock.now()),
    },
    {
      what: 'old command runs',
      everyMs: 60 * MINUTE_MS,
      remove: () => removeOldRuns(db, config.commands.recordExpiryMs, clock.now()),
    },
    {
      what: 'old jobs',
      everyMs: 60 * MINUTE_MS,
      remove: async () => {
        const beforeMs = clock.now() - JOBS_KEPT_MS;
        await deleteInBatches(db, (tx, most) => removeOldJobs(tx, beforeMs, most));
      },
    },
    {
      what: 'old digests of files',
      everyMs: 60 * MINUTE_MS,
      remove: async () => {
        await deleteInBatches(db, (tx, most) => removeOldDigests(tx, MAX_DIGESTS, most));
      },
    },
    {
      what: 'previews of deleted images',
      everyMs: 60 * MINUTE_MS,
      isLocal: true,
      remove: async () => previews.begin(),
    },
    {
      what: 'contents without an entry',
      everyMs: 60 * MINUTE_MS,
      remove: async () => {
        if (mayCleanUp()) await driver.collectGarbage?.(clock.now());
      },
    },
    {
      what: 'old manifests of the managed store',
      everyMs: 60 * MINUTE_MS,
      remove: async () => {
        // Reads the whole tree. A start does not wait for it.
        const writing = mayCleanUp() ? driver.writeManifest?.(clock.now()) : undefined;
        writing?.catch((err: unknown) => log.warn({ err }, 'the manifest was not written'));
      },
    },
    {
      what: 'old audit entries',
      everyMs: 60 * MINUTE_MS,
      remove: () => removeOldEntries(db, config.watching.audit.recordExpiryMs, clock.now()),
    },
  ];
}
