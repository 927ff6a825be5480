import { expect, test } from 'vitest';
import { homeOf } from './home-of.ts';

test.each([
  ['/users', 'bert', '/users/bert'],
  ['/users/', ' Bert B. ', '/users/Bert-B.'],
  ['', 'bert', '/bert'],
  ['homes', 'zoë & co', '/homes/zo-co'],
  ['/users', '../../etc', '/users/-etc'],
])('below %j the home of %j is %j', (base, name, home) => {
  expect(homeOf(base, name)).toBe(home);
});

test.each(['', '  ', '..', '.', '&&&'])('no folder can be named after %j', (name) => {
  expect(homeOf('/users', name)).toBeUndefined();
});
