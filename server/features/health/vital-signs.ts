import { ROOT } from '#contract/paths.ts';
import type { DiskSpace } from '#contract/health.ts';
import { Probe } from '../../lib/probe.ts';
import type { Database } from '../../metadata/database.ts';
import { hearFrom } from '../../metadata/hear-from.ts';
import type { StorageDriver } from '../../storage/driver.ts';

/** Whoever asks for our health hears within this, whatever hangs. Milliseconds. */
const PATIENCE_MS = 5_000;

/** Looks at what everything stands on. A file server that is gone holds up one look, and none of those who ask. */
export interface VitalSigns {
  readonly database: Probe<void>;
  readonly root: Probe<DiskSpace>;
}

export interface VitalParts {
  readonly db: Pick<Database, 'read'>;
  readonly driver: Pick<StorageDriver, 'openFolder' | 'usage'>;
}

export function createVitalSigns({ db, driver }: VitalParts): VitalSigns {
  return {
    database: new Probe(() => hearFrom(db.read), PATIENCE_MS),
    root: new Probe(() => lookAtRoot(driver), PATIENCE_MS),
  };
}

/** That there is room does not say that it can be read. */
async function lookAtRoot(driver: VitalParts['driver']): Promise<DiskSpace> {
  const folder = await driver.openFolder?.(ROOT);
  await folder?.close();
  const { used, total } = await driver.usage(ROOT);
  return { freeBytes: total - used, totalBytes: total };
}
