import { ROOT } from '#contract/paths.ts';
import type { DiskSpace } from '#contract/health.ts';
import { poolAnswers } from '../../lib/pool-answers.ts';
import { AppError } from '../../errors.ts';
import { Probe } from '../../lib/probe.ts';
import { type Database, pingDatabase } from '../../metadata/database.ts';
import type { StorageDriver } from '../../storage/driver.ts';

/** Whoever asks for our health hears within this, whatever hangs. Milliseconds. */
const PATIENCE_MS = 5_000;
/** However many ask, the threads are looked at so often. Milliseconds. */
const KEEP_MS = 1_000;

/** Looks at what everything stands on. A file server that is gone holds up one look, and none of those who ask. */
export interface HealthChecks {
  readonly database: Probe<void>;
  readonly root: Probe<DiskSpace>;
  /** The threads that serve files: it goes the way that every request for one goes. */
  readonly threads: Probe<void>;
}

export interface HealthCheckParts {
  readonly db: Pick<Database, 'read'>;
  readonly driver: Pick<StorageDriver, 'openFolder' | 'usage'>;
}

export function createHealthChecks({ db, driver }: HealthCheckParts): HealthChecks {
  return {
    database: new Probe(() => pingDatabase(db.read), PATIENCE_MS),
    root: new Probe(() => lookAtRoot(driver), PATIENCE_MS),
    threads: new Probe(() => lookAtThreads(driver), PATIENCE_MS, KEEP_MS),
  };
}

/** That there is room does not say that it can be read. */
async function lookAtRoot(driver: HealthCheckParts['driver']): Promise<DiskSpace> {
  const folder = await driver.openFolder(ROOT);
  await folder.close();
  const { used, total } = await driver.usage(ROOT);
  return { freeBytes: total - used, totalBytes: total };
}

/** A root that is missing is an answer: restarting the server would not bring its disk back. */
async function lookAtThreads(driver: HealthCheckParts['driver']): Promise<void> {
  const usage = driver.usage(ROOT).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'root-missing') throw error;
  });
  await Promise.all([usage, poolAnswers()]);
}
