import type { RunOutcome } from '#contract/commands.ts';
import type { TFunction } from 'i18next';

/** How a run has ended. */
export interface Ended {
  readonly outcome: RunOutcome;
  readonly exitCode?: number | undefined;
}

/** Programs say by 0 that all is well. */
export function hasGoneWell({ outcome, exitCode }: Ended): boolean {
  return outcome === 'exit' && exitCode === 0;
}

/** How it has ended, in words. Needs those of `commands`. */
export function outcomeText(t: TFunction, ended: Ended): string {
  if (hasGoneWell(ended)) return t('commands.done');
  const { outcome, exitCode = 0 } = ended;
  if (outcome === 'exit') return t('commands.exitCode', { code: `${exitCode}` });
  return t(`commands.outcomes.${outcome}`);
}

/** How long it took: milliseconds as long as there are few of them. */
export function durationText(t: TFunction, milliseconds: number, locale: string): string {
  if (milliseconds < 1_000) return t('commands.milliseconds', { count: Math.round(milliseconds) });
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return t('commands.seconds', { seconds: (milliseconds / 1_000).toLocaleString(locale, digits) });
}
