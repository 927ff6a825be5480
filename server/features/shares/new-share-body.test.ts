import { expect, test } from 'vitest';
import { durationOf, expiryOf, NewShareBody } from './new-share-body.ts';

const NOW_MS = 1_700_000_000_999;
const NOW = 1_700_000_000;

function endOf(body: Parameters<typeof durationOf>[0], query: Record<string, string> = {}): number {
  return expiryOf(durationOf(body, query), NOW_MS);
}

test.each([
  [{}, 0],
  [{ expires: '' }, 0],
  [{ expires: '0' }, 0],
  [{ expires: 0, unit: 'days' }, 0],
  [{ expires: null, unit: null }, 0],
  [{ expires: '90', unit: 'seconds' }, NOW + 90],
  [{ expires: '90', unit: 'minutes' }, NOW + 5_400],
  [{ expires: '24', unit: 'hours' }, NOW + 86_400],
  [{ expires: '3', unit: 'days' }, NOW + 259_200],
  [{ expires: '2' }, NOW + 7_200],
  [{ expires: '2', unit: '' }, NOW + 7_200],
  [{ expires: 24, unit: 'hours' }, NOW + 86_400],
  [{ expires: '007', unit: 'seconds' }, NOW + 7],
  [{ expires: '2147483647', unit: 'days' }, NOW + 2_147_483_647 * 86_400],
])('what %j says ends at %d', (body, end) => {
  expect(endOf(body)).toBe(end);
});

test('the query counts where the body says nothing, and only there', () => {
  const query = { expires: '5', unit: 'days' };
  expect(endOf({}, query)).toBe(NOW + 5 * 86_400);
  expect(endOf({ expires: '5' }, query)).toBe(NOW + 5 * 86_400);
  expect(endOf({ unit: 'seconds' }, query)).toBe(NOW + 5);
  expect(endOf({ expires: '', unit: 'hours' }, query)).toBe(0);
  expect(endOf({ expires: '1', unit: 'hours' }, query)).toBe(NOW + 3_600);
});

test.each([
  '-1',
  '-5',
  '+5',
  '1.5',
  '1e3',
  '0x10',
  ' 5',
  '5 ',
  'x',
  '٣',
  '2147483648',
  '9999999999',
  '99999999999999999999',
  -1,
  1.5,
  2_147_483_648,
  1e21,
])('%j is no number of units', (expires) => {
  expect(() => endOf({ expires })).toThrow('expires has to be a whole number up to 2147483647');
});

test.each(['fortnights', 'Hours', 'HOURS', 'hour', 'toString', ' days'])(
  '%j is no unit, also without an expiry',
  (unit) => {
    expect(() => endOf({ expires: '1', unit })).toThrow('unit has to be one of');
    expect(() => endOf({ unit })).toThrow('unit has to be one of');
  },
);

test.each([
  [[]],
  [null],
  ['text'],
  [{ expires: true }],
  [{ expires: ['5'] }],
  [{ expires: {} }],
  [{ unit: 5 }],
  [{ password: 5 }],
  [{ password: 'x'.repeat(1_025) }],
])('%j is no input for a link', (body) => {
  expect(NewShareBody.safeParse(body).success).toBe(false);
});

test('a long password is accepted unchanged', () => {
  const password = ` ${'ü'.repeat(1_000)}\n😀 `;
  expect(NewShareBody.parse({ password, further: 'ignored' })).toEqual({ password });
});
