import type { AuditEntry } from '#contract/audit.ts';
import type { TFunction } from 'i18next';

/** `failed-after`: the operation was done, but a command after it failed. */
export type Outcome = 'done' | 'failed-after' | 'refused-by-command' | 'refused' | 'failed';

/** Returns the outcome. A failed after-command does not undo the operation. */
export function outcomeOf({
  status,
  failedCommand,
}: Pick<AuditEntry, 'status' | 'failedCommand'>): Outcome {
  if (status < 400) return failedCommand === undefined ? 'done' : 'failed-after';
  if (failedCommand !== undefined) return 'refused-by-command';
  return status < 500 ? 'refused' : 'failed';
}

const WORDS = {
  'failed-after': 'audit.failedAfter',
  'refused-by-command': 'uploads.reasons.command-refused',
  refused: 'audit.refused',
  failed: 'audit.failed',
} as const satisfies Record<Exclude<Outcome, 'done'>, string>;

/** Reasons that follow from the status alone. */
const REASONS: ReadonlyMap<number, 'errors.tooLarge' | 'errors.locked' | 'errors.noSpace'> =
  new Map([
    [413, 'errors.tooLarge'],
    [423, 'errors.locked'],
    [507, 'errors.noSpace'],
  ]);

/** Returns the reason why an operation was not done, or the failure after it. */
export function outcomeText(
  t: TFunction,
  entry: AuditEntry,
  outcome: Exclude<Outcome, 'done'>,
): string {
  const reason = entry.failedCommand === undefined ? REASONS.get(entry.status) : undefined;
  return t(reason ?? WORDS[outcome]);
}
