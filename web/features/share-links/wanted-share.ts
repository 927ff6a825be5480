import { MAX_SHARE_DURATION, type NewShare, type ShareUnit } from '#contract/shares.ts';

/** Values of the form. */
export interface ShareDraft {
  readonly amount: string;
  readonly unit: ShareUnit;
  readonly password: string;
}

export const EMPTY_DRAFT: ShareDraft = { amount: '0', unit: 'hours', password: '' };

const SECONDS: Readonly<Record<ShareUnit, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3_600,
  days: 86_400,
};

/** Parses the number of units; undefined if invalid. An empty field means 0. */
export function amountOf(typed: string): number | undefined {
  const text = typed.trim();
  if (!/^\d*$/.test(text)) return undefined;
  const amount = Number(text);
  return amount <= MAX_SHARE_DURATION ? amount : undefined;
}

/** Converts the form to a request; undefined while the number is invalid. */
export function wantedShare({ amount, unit, password }: ShareDraft): NewShare | undefined {
  const units = amountOf(amount);
  if (units === undefined) return undefined;
  const kept = password.trim();
  return {
    ...(kept !== '' && { password: kept }),
    ...(units > 0 && { expires: `${units}`, unit }),
  };
}

/** Returns the expiry time of a share created now, in Unix seconds; 0 for never. */
export function expireOf({ amount, unit }: ShareDraft, now = Date.now()): number {
  const units = amountOf(amount) ?? 0;
  return units === 0 ? 0 : Math.floor(now / 1_000) + units * SECONDS[unit];
}
