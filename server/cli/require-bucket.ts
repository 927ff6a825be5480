import type { BucketConfig } from '../config/config.ts';
import { StartupError } from '../lib/startup-error.ts';
import { Bucket } from '../storage/managed/s3/bucket.ts';
import { BucketError } from '../storage/managed/s3/bucket-failure.ts';

/**
 * Checks that the bucket can be listed. Throws StartupError with what has to be corrected.
 * @param onUnreachable Called if the service does not answer now, which may pass
 */
export async function requireBucket(
  config: BucketConfig,
  onUnreachable: (reason: string) => void,
): Promise<void> {
  const bucket = new Bucket(config);
  try {
    await bucket.requireReachable();
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    const { name, endpoint } = config;
    const where = `the bucket "${name}"${endpoint === undefined ? '' : ` at ${endpoint}`}`;
    const reason = `${where}: ${error.message}`;
    if (error.mistake === undefined) onUnreachable(reason);
    else throw new StartupError(`--storage: ${reason}`, { cause: error });
  } finally {
    await bucket.close();
  }
}
