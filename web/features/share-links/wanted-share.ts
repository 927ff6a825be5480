import { MAX_SHARE_DURATION, type NewShare, type ShareUnit } from '#contract/shares.ts';
import { latinDigits } from '../../lib/latin-digits.ts';

/** Choices of when a share ends. `keep` is offered for existing shares only. */
export type ShareTerm = 'keep' | 'never' | 'day' | 'week' | 'date' | 'custom';

/** Values of the form. */
export interface ShareDraft {
  readonly term: ShareTerm;
  /** Last day of the share, as in a date field: `2026-11-24`. For the term `date`. */
  readonly date: string;
  /** For the term `custom`. */
  readonly amount: string;
  readonly unit: ShareUnit;
  readonly password: string;
  /** Removes the password of an existing share. */
  readonly removesPassword: boolean;
}

export const EMPTY_DRAFT: ShareDraft = {
  term: 'never',
  date: '',
  amount: '1',
  unit: 'hours',
  password: '',
  removesPassword: false,
};

const SECONDS: Readonly<Record<ShareUnit, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3_600,
  days: 86_400,
};

/** Parses the number of units; undefined if invalid. An empty field means 0. */
export function amountOf(typed: string): number | undefined {
  const text = latinDigits(typed.trim());
  if (!/^\d*$/.test(text)) return undefined;
  const amount = Number(text);
  return amount <= MAX_SHARE_DURATION ? amount : undefined;
}

interface Duration {
  /** 0 never ends. */
  readonly amount: number;
  readonly unit: ShareUnit;
}

/** Returns how long the share lasts from now; undefined while the number or day is invalid. */
function durationOf({ term, date, amount, unit }: ShareDraft, now: number): Duration | undefined {
  switch (term) {
    case 'keep':
    case 'never':
      return { amount: 0, unit: 'hours' };
    case 'day':
      return { amount: 1, unit: 'days' };
    case 'week':
      return { amount: 7, unit: 'days' };
    case 'date': {
      const seconds = Math.floor((endOfDay(date) - now) / 1_000);
      return seconds > 0 && seconds <= MAX_SHARE_DURATION
        ? { amount: seconds, unit: 'seconds' }
        : undefined;
    }
    case 'custom': {
      const units = amountOf(amount);
      return units === undefined ? undefined : { amount: units, unit };
    }
  }
}

/** Returns the last moment of a day in local time, in Unix milliseconds; NaN for an invalid day. */
function endOfDay(date: string): number {
  return new Date(`${date}T23:59:59`).getTime();
}

/** Converts the form to a request for a new share; undefined while it is invalid. */
export function wantedShare(draft: ShareDraft, now = Date.now()): NewShare | undefined {
  const duration = durationOf(draft, now);
  if (duration === undefined) return undefined;
  const { amount, unit } = duration;
  const kept = draft.password.trim();
  return {
    ...(kept !== '' && { password: kept }),
    ...(amount > 0 && { expires: `${amount}`, unit }),
  };
}

/** Converts the form to changes of an existing share; undefined while it is invalid. */
export function wantedChanges(draft: ShareDraft, now = Date.now()): NewShare | undefined {
  const duration = durationOf(draft, now);
  if (duration === undefined) return undefined;
  const { amount, unit } = duration;
  const password = draft.removesPassword ? '' : draft.password.trim() || undefined;
  return {
    ...(password !== undefined && { password }),
    ...(draft.term !== 'keep' && { expires: `${amount}`, unit }),
  };
}

/** Returns the expiry time of a share created now, in Unix seconds; 0 for never. */
export function expireOf(draft: ShareDraft, now = Date.now()): number {
  const { amount, unit } = durationOf(draft, now) ?? { amount: 0, unit: 'hours' };
  return amount === 0 ? 0 : Math.floor(now / 1_000) + amount * SECONDS[unit];
}
