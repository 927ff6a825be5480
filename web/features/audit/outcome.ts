import type { AuditEntry } from '#contract/audit.ts';
import type { TFunction } from 'i18next';

export type Outcome = 'done' | 'failed-after' | 'refused-by-command' | 'refused' | 'failed';

/** How it has ended. A command after it cannot undo it. */
export function outcomeOf({
  status,
  failedCommand,
}: Pick<AuditEntry, 'status' | 'failedCommand'>): Outcome {
  if (status < 400) return failedCommand === undefined ? 'done' : 'failed-after';
  if (failedCommand !== undefined) return 'refused-by-command';
  return status < 500 ? 'refused' : 'failed';
}

const WORDS = {
  done: 'uploads.done',
  'failed-after': 'audit.failedAfter',
  'refused-by-command': 'uploads.reasons.command-refused',
  refused: 'audit.refused',
  failed: 'audit.failed',
} as const satisfies Record<Outcome, string>;

export function outcomeText(t: TFunction, entry: AuditEntry): string {
  return t(WORDS[outcomeOf(entry)]);
}
