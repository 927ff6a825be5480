import { expect, test } from 'vitest';
import { countFilters, NO_FILTER, queryOfFilter } from './audit-filter.ts';

test('only filled fields are sent', () => {
  expect(queryOfFilter(NO_FILTER)).toEqual({});
  expect(countFilters(NO_FILTER)).toBe(0);
  const filter = { user: 'ann', what: 'delete', since: '', until: '', failedOnly: true } as const;
  expect(queryOfFilter(filter)).toEqual({ user: 'ann', what: 'delete', failed: 'true' });
  expect(countFilters(filter)).toBe(3);
});

test('the end date is inclusive, also on days longer than 24 hours', () => {
  const untilOf = (until: string) => queryOfFilter({ ...NO_FILTER, until }).until;
  expect(untilOf('2026-11-22')).toBe(`${new Date(2026, 10, 23).getTime()}`);
  expect(untilOf('2026-12-31')).toBe(`${new Date(2027, 0, 1).getTime()}`);
  expect(untilOf('2026-1')).toBeUndefined();
  expect(untilOf('0001-01-01')).toBeUndefined();
});

test('the first day is included from its start', () => {
  const filter = { ...NO_FILTER, since: '2026-11-20', until: '2026-11-20' };
  expect(queryOfFilter(filter)).toEqual({
    since: `${new Date(2026, 10, 20).getTime()}`,
    until: `${new Date(2026, 10, 21).getTime()}`,
  });
  expect(countFilters(filter)).toBe(2);
});
