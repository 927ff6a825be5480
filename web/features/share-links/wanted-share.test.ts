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

test('a link without an end and a password is asked for with nothing at all', () => {
  expect(wantedShare(EMPTY_DRAFT)).toEqual({});
});

test('an end is asked for with its unit, a password without the space around it', () => {
  expect(wantedShare({ amount: '007', unit: 'days', password: '  open sesame ' })).toEqual({
    expires: '7',
    unit: 'days',
    password: 'open sesame',
  });
});

test('the end of a link is told before it is made', () => {
  const now = 1_700_000_000_900;

  expect(expireOf({ ...EMPTY_DRAFT, amount: '2' }, now)).toBe(1_700_007_200);
  expect(expireOf({ ...EMPTY_DRAFT, amount: '1', unit: 'days' }, now)).toBe(1_700_086_400);
  expect(expireOf(EMPTY_DRAFT, now)).toBe(0);
});
