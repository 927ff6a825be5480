import { expect, test } from 'vitest';
import { derivedHome } from './derived-home.ts';

test.each([
  ['anna', '/users/anna'],
  ['  anna ', '/users/anna'],
  ['anna@example.org', '/users/anna@example.org'],
  ['team/one', '/users/team-one'],
  ['team  //  one', '/users/team-one'],
  ['../../etc', '/users/-etc'],
  ['Zoë 😀', '/users/Zo-'],
  ['a\\b', '/users/a-b'],
  ['.hidden', '/users/.hidden'],
])('the home of %j is %s', (username, home) => {
  expect(derivedHome('/users', username)).toBe(home);
});

test.each(['', ' ', '.', '..', '...', '-', '///', '日本', 'x'.repeat(256)])(
  'no home is made of %j',
  (username) => {
    expect(() => derivedHome('/users', username)).toThrow(
      expect.objectContaining({ code: 'invalid-request' }),
    );
  },
);

test.each([
  ['people', '/people/anna'],
  ['./people/', '/people/anna'],
  ['.', '/anna'],
  ['/', '/anna'],
  ['//a//b', '/a/b/anna'],
])('homes lie below the base %j', (base, home) => {
  expect(derivedHome(base, 'anna')).toBe(home);
});

test('a base with dots in it is refused rather than resolved', () => {
  expect(() => derivedHome('/users/../..', 'anna')).toThrow('not a valid path');
});
