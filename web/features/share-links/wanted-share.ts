import { MAX_SHARE_DURATION, type NewShare, type ShareUnit } from '#contract/shares.ts';

/** What has been typed into the form. */
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

/** How many units; undefined when what was typed is no such number. Nothing at all means 0. */
export function amountOf(typed: string): number | undefined {
  const text = typed.trim();
  if (!/^\d*$/.test(text)) return undefined;
  const amount = Number(text);
  return amount <= MAX_SHARE_DURATION ? amount : undefined;
}

/** As the server wants it; undefined while the number is none. */
export function wantedShare({ amount, unit, password }: ShareDraft): NewShare | undefined {
  const units = amountOf(amount);
  if (units === undefined) return undefined;
  const kept = password.trim();
  return {
    ...(kept !== '' && { password: kept }),
    ...(units > 0 && { expires: `${units}`, unit }),
  };
}

/** Unix seconds at which a link would end that was made now; 0 when never. */
export function expireOf({ amount, unit }: ShareDraft, now = Date.now()): number {
  const units = amountOf(amount) ?? 0;
  return units === 0 ? 0 : Math.floor(now / 1_000) + units * SECONDS[unit];
}
