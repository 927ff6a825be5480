import { expect, test } from 'vitest';
import { orderAfterClick } from './order-after-click.ts';

test('a second click reverses the order, another column starts ascending', () => {
  const reversed = orderAfterClick({ by: 'expire', isAscending: true }, { by: 'expire' });
  expect(reversed).toEqual({ by: 'expire', isAscending: false });
  const other = orderAfterClick<string>(reversed, { by: 'path' });
  expect(other).toEqual({ by: 'path', isAscending: true });
});

test('a column of times starts with the newest', () => {
  const column = { by: 'deletedAt', startsDescending: true };
  const newest = orderAfterClick({ by: 'name', isAscending: true }, column);
  expect(newest).toEqual({ by: 'deletedAt', isAscending: false });
  expect(orderAfterClick(newest, column)).toEqual({ by: 'deletedAt', isAscending: true });
});
