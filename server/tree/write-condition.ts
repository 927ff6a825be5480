import { AppError } from '../errors.ts';
import type { EntryStat } from '../storage/entry.ts';

/**
 * What a file has to be for a writer to write it, judged by its time and size; undefined where nothing has the name. So
 * two who edit the same file cannot overwrite each other without noticing.
 */
export type WriteCondition = (
  current: Pick<EntryStat, 'modifiedNs' | 'size' | 'fingerprint'> | undefined,
) => boolean;

/** `stale` when the condition, if there is one, does not hold. */
export function requireCondition(
  condition: WriteCondition | undefined,
  current: EntryStat | undefined,
): void {
  if (condition === undefined || condition(current)) return;
  throw new AppError('stale', 'the file is not what its writer believes');
}
