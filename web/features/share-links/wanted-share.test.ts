import type { ShareUnit } from '#contract/shares.ts';
import { expect, test } from 'vitest';
import {
  amountOf,
  EMPTY_DRAFT,
  expireOf,
  type ShareDraft,
  wantedChanges,
  wantedShare,
} from './wanted-share.ts';

const custom = (amount: string, unit: ShareUnit): ShareDraft => ({
  ...EMPTY_DRAFT,
  term: 'custom',
  amount,
  unit,
});

test.each([
  ['0', 0],
  ['', 0],
  [' 24 ', 24],
  ['۲۴', 24],
  ['2147483647', 2_147_483_647],
])('%j is understood as a number of units', (typed, amount) => {
  expect(amountOf(typed)).toBe(amount);
});

test.each(['2147483648', '-1', '1.5', '1e3', 'soon', '1 2'])('%j is refused', (typed) => {
  expect(amountOf(typed)).toBeUndefined();
  expect(wantedShare({ ...EMPTY_DRAFT, term: 'custom', amount: typed })).toBeUndefined();
});

test('a permanent share without a password sends no fields', () => {
  expect(wantedShare(EMPTY_DRAFT)).toEqual({});
});

test('an expiry is sent with its unit, a password without surrounding spaces', () => {
  expect(wantedShare({ ...custom('007', 'days'), password: '  open sesame ' })).toEqual({
    expires: '7',
    unit: 'days',
    password: 'open sesame',
  });
});

test('the expiry time is computed before the share is created', () => {
  const now = 1_700_000_000_900;

  expect(expireOf(custom('2', 'hours'), now)).toBe(1_700_007_200);
  expect(expireOf({ ...EMPTY_DRAFT, term: 'day' }, now)).toBe(1_700_086_400);
  expect(expireOf(EMPTY_DRAFT, now)).toBe(0);
});

test('a share lasts until the end of the last day in local time', () => {
  const noon = new Date(2026, 10, 24, 12).getTime();
  const until = (date: string) => wantedShare({ ...EMPTY_DRAFT, term: 'date', date }, noon);

  expect(until('2026-11-24')).toEqual({ expires: `${12 * 3_600 - 1}`, unit: 'seconds' });
  expect(until('2026-11-25')).toEqual({ expires: `${36 * 3_600 - 1}`, unit: 'seconds' });
  expect(until('2026-11-23')).toBeUndefined();
  expect(until('')).toBeUndefined();
});

test('changes contain only what is changed', () => {
  const kept: ShareDraft = { ...EMPTY_DRAFT, term: 'keep' };

  expect(wantedChanges(kept)).toEqual({});
  expect(wantedChanges({ ...kept, term: 'never' })).toEqual({ expires: '0', unit: 'hours' });
  expect(wantedChanges({ ...kept, password: ' new ' })).toEqual({ password: 'new' });
  expect(wantedChanges({ ...kept, password: 'x', removesPassword: true })).toEqual({
    password: '',
  });
});
