import { ROOT } from '#contract/paths.ts';
import type { DiskSpace } from '#contract/health.ts';
import { poolAnswers } from '../../lib/pool-answers.ts';
import { AppError } from '../../errors.ts';
import { Probe } from '../../lib/probe.ts';
import type { Database } from '../../metadata/database.ts';
import { countAllUnfinishedUploads } from '../../metadata/uploads.ts';
import type { StorageDriver } from '../../storage/driver.ts';

/** Maximum time for a health check, even if something hangs. Milliseconds. */
const PATIENCE_MS = 5_000;
/** Minimum interval between checks of the threads, however many clients ask. Milliseconds. */
const KEEP_MS = 1_000;

/** Probes of everything that the server depends on. If a disk hangs, only one probe waits for it. */
export interface HealthChecks {
  /** Counts the unfinished uploads. */
  readonly database: Probe<number>;
  readonly root: Probe<Partial<DiskSpace>>;
  /** Checks the threads that serve files, as every request for a file uses them. */
  readonly threads: Probe<void>;
}

export interface HealthCheckDependencies {
  readonly db: Pick<Database, 'read'>;
  readonly driver: Pick<StorageDriver, 'openFolder' | 'usage' | 'requireReachable'>;
}

export function createHealthChecks({ db, driver }: HealthCheckDependencies): HealthChecks {
  return {
    database: new Probe(() => countAllUnfinishedUploads(db.read), PATIENCE_MS),
    root: new Probe(() => checkRoot(driver), PATIENCE_MS),
    threads: new Probe(() => checkThreads(driver), PATIENCE_MS, KEEP_MS),
  };
}

/** Opens the folder too, because its usage alone does not prove that it can be read. */
async function checkRoot(driver: HealthCheckDependencies['driver']): Promise<Partial<DiskSpace>> {
  const folder = await driver.openFolder(ROOT);
  await folder.close();
  await driver.requireReachable?.();
  const { used, total } = await driver.usage(ROOT);
  if (total === Infinity) return {};
  return { freeBytes: total - used, totalBytes: total };
}

/** A missing root counts as an answer, because restarting the server would not bring its disk back. */
async function checkThreads(driver: HealthCheckDependencies['driver']): Promise<void> {
  const usage = driver.usage(ROOT).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'root-missing') throw error;
  });
  await Promise.all([usage, poolAnswers()]);
}
