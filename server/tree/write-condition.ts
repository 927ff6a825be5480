import { AppError } from '../errors.ts';
import type { EntryStat } from '../storage/entry.ts';

/**
 * Decides by the time and size of the present file whether it may be written; undefined if no file exists. Prevents
 * two users who edit the same file from overwriting each other's changes unnoticed.
 */
export type WriteCondition = (
  current: Pick<EntryStat, 'modifiedNs' | 'size' | 'fingerprint'> | undefined,
) => boolean;

/** Fails with `stale` if the condition is given and not met. */
export function requireCondition(
  condition: WriteCondition | undefined,
  current: EntryStat | undefined,
): void {
  if (condition === undefined || condition(current)) return;
  throw new AppError('stale', 'the file has changed since it was read');
}
