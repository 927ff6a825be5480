import type { UndoRefusal } from '#contract/history.ts';
import type { TFunction } from 'i18next';

/** Returns the reason why an operation cannot be undone. */
export function reasonText(t: TFunction, reason: UndoRefusal | undefined): string {
  return t(`history.reasons.${reason ?? 'gone'}`);
}
