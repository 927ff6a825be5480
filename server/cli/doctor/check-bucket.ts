import type { BucketConfig } from '../../config/config.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { requireBucket } from '../require-bucket.ts';
import { bad, type Finding, ok } from './finding.ts';

/** Checks that the bucket of the managed store can be listed. */
export async function checkBucket(config: BucketConfig): Promise<Finding> {
  const about = 'bucket';
  let silence: string | undefined;
  try {
    await requireBucket(config, (reason) => (silence = reason));
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return bad(about, error.message, 'correct --storage, its settings or the credentials');
  }
  if (silence === undefined) return ok(about, `"${config.name}" answers`);
  return bad(about, silence, 'files cannot be read or written until the service answers');
}
