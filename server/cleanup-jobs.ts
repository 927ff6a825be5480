import type { Config } from './config/config.ts';
import { removeOldEntries } from './features/audit/old-entries.ts';
import { removeOldRuns } from './features/command-runs/old-runs.ts';
import { removeEndedSessions } from './features/session/expired-sessions.ts';
import { removeEndedShares } from './features/shares/ended-shares.ts';
import { removeForgottenUploads } from './features/uploads/forgotten-uploads.ts';
import type { UploadService } from './features/uploads/uploads.ts';
import type { PreviewSweep } from './images/preview-sweep.ts';
import type { PurgeClock } from './jobs/purge-clock.ts';
import type { CleanupJob } from './jobs/cleanup-scheduler.ts';
import type { Logger } from './logger.ts';
import type { Database } from './metadata/database.ts';

const MINUTE_MS = 60_000;

interface Untidy {
  readonly db: Database;
  readonly uploads: UploadService;
  readonly log: Logger;
  /** False while the disk is missing, or interrupted operations are being recovered. */
  readonly mayCleanUp: () => boolean;
  readonly clock: PurgeClock;
  readonly previews: Pick<PreviewSweep, 'begin'>;
}

/** What grows without end unless somebody removes the older part of it. */
export function cleanupJobs(config: Config, untidy: Untidy): CleanupJob[] {
  const { db, uploads, log, mayCleanUp, clock, previews } = untidy;
  return [
    {
      what: 'the time of the last purge',
      everyMs: 10 * MINUTE_MS,
      remove: () => clock.store(),
    },
    {
      what: 'forgotten uploads',
      everyMs: 10 * MINUTE_MS,
      remove: async () => {
        if (mayCleanUp()) await removeForgottenUploads(uploads, log, clock.now());
      },
    },
    {
      what: 'expired sessions',
      everyMs: 10 * MINUTE_MS,
      remove: () => removeEndedSessions(db, clock.now()),
    },
    {
      what: 'ended links',
      everyMs: 60 * MINUTE_MS,
      remove: () => removeEndedShares(db, config.shares.recordExpiryMs, clock.now()),
    },
    {
      what: 'old runs of commands',
      everyMs: 60 * MINUTE_MS,
      remove: () => removeOldRuns(db, config.commands.recordExpiryMs, clock.now()),
    },
    {
      what: 'previews of deleted pictures',
      everyMs: 60 * MINUTE_MS,
      remove: async () => previews.begin(),
    },
    {
      what: 'old entries of the audit record',
      everyMs: 60 * MINUTE_MS,
      remove: () => removeOldEntries(db, config.watching.audit.recordExpiryMs, clock.now()),
    },
  ];
}
