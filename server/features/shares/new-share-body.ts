import { MAX_SHARE_DURATION, SHARE_UNITS, type ShareUnit } from '#contract/shares.ts';
import { z } from 'zod';
import { AppError } from '../../errors.ts';

const MAX_PASSWORD_CHARACTERS = 1_024;

/** Body of POST /api/share{path}. Null means that a field is absent. */
export const NewShareBody = z.object({
  password: z
    .string()
    .max(
      MAX_PASSWORD_CHARACTERS,
      `the password has more than ${MAX_PASSWORD_CHARACTERS} characters`,
    )
    .nullish(),
  expires: z.union([z.string(), z.number()], 'not a whole number').nullish(),
  unit: z.string().nullish(),
});
export type NewShareBody = z.infer<typeof NewShareBody>;

interface Duration {
  /** 0 for no expiry. */
  readonly amount: number;
  readonly unit: ShareUnit;
}

/** Returns the requested duration. The body takes precedence over the query; File Browser 2 clients send both. */
export function durationOf(
  body: Pick<NewShareBody, 'expires' | 'unit'>,
  query: Readonly<Record<string, string | undefined>>,
): Duration {
  return {
    amount: amountOf(`${body.expires ?? query['expires'] ?? ''}`),
    unit: unitOf(body.unit ?? query['unit'] ?? ''),
  };
}

/** Returns the expiry in Unix seconds; 0 for none. */
export function expiryOf({ amount, unit }: Duration, nowMs: number): number {
  if (amount === 0) return 0;
  return Math.floor(nowMs / 1_000) + amount * SECONDS[unit];
}

const SECONDS: Readonly<Record<ShareUnit, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3_600,
  days: 86_400,
};

function amountOf(text: string): number {
  if (text === '') return 0;
  const amount = /^[0-9]{1,10}$/.test(text) ? Number(text) : undefined;
  if (amount === undefined || amount > MAX_SHARE_DURATION) {
    throw new AppError(
      'invalid-request',
      `expires has to be a whole number up to ${MAX_SHARE_DURATION}`,
    );
  }
  return amount;
}

function unitOf(text: string): ShareUnit {
  if (text === '') return 'hours';
  const unit = SHARE_UNITS.find((known) => known === text);
  if (unit !== undefined) return unit;
  throw new AppError('invalid-request', `unit has to be one of ${SHARE_UNITS.join(', ')}`);
}
