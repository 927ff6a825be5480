import { expect, test } from 'vitest';
import { amountOf, EMPTY_DRAFT, expireOf, wantedShare } from './wanted-share.ts';

test.each([
  ['0', 0],
  ['', 0],
  [' 24 ', 24],
  ['2147483647', 2_147_483_647],
])('%j is understood as a number of units', (typed, amount) => {
  expect(amountOf(typed)).toBe(amount);
});

test.each(['2147483648', '-1', '1.5', '1e3', 'soon', '1 2'])('%j is refused', (typed) => {
  expect(amountOf(typed)).toBeUndefined();
  expect(wantedShare({ ...EMPTY_DRAFT, amount: typed })).toBeUndefined();
});

test('a permanent share without a password sends no fields', () => {
  expect(wantedShare(EMPTY_DRAFT)).toEqual({});
});

test('an expiry is sent with its unit, a password without surrounding spaces', () => {
  expect(wantedShare({ amount: '007', unit: 'days', password: '  open sesame ' })).toEqual({
    expires: '7',
    unit: 'days',
    password: 'open sesame',
  });
});

test('the expiry time is computed before the share is created', () => {
  const now = 1_700_000_000_900;

  expect(expireOf({ ...EMPTY_DRAFT, amount: '2' }, now)).toBe(1_700_007_200);
  expect(expireOf({ ...EMPTY_DRAFT, amount: '1', unit: 'days' }, now)).toBe(1_700_086_400);
  expect(expireOf(EMPTY_DRAFT, now)).toBe(0);
});
