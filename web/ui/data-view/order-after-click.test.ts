import { expect, test } from 'vitest';
import { orderAfterClick } from './order-after-click.ts';

test('a second click reverses the order, another column starts ascending', () => {
  const reversed = orderAfterClick({ by: 'expire', isAscending: true }, 'expire');
  expect(reversed).toEqual({ by: 'expire', isAscending: false });
  expect(orderAfterClick<string>(reversed, 'path')).toEqual({ by: 'path', isAscending: true });
});
