import type { RunOutcome } from '#contract/commands.ts';
import type { TFunction } from 'i18next';

/** Outcome of a run. */
export interface Ended {
  readonly outcome: RunOutcome;
  readonly exitCode?: number | undefined;
}

/** Returns true for exit code 0. */
export function hasSucceeded({ outcome, exitCode }: Ended): boolean {
  return outcome === 'exit' && exitCode === 0;
}

/** Returns the message about an outcome. Uses the `commands` translations. */
export function outcomeText(t: TFunction, ended: Ended): string {
  if (hasSucceeded(ended)) return t('commands.done');
  const { outcome, exitCode = 0 } = ended;
  if (outcome === 'exit') return t('commands.exitCode', { code: `${exitCode}` });
  return t(`commands.outcomes.${outcome}`);
}

/** Formats a duration, in milliseconds if it is short. */
export function durationText(t: TFunction, milliseconds: number, locale: string): string {
  if (milliseconds < 1_000) return t('commands.milliseconds', { count: Math.round(milliseconds) });
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return t('commands.seconds', { seconds: (milliseconds / 1_000).toLocaleString(locale, digits) });
}
