import type { ListedUser } from '#contract/users.ts';
import { expect, test } from 'vitest';
import { aUser } from '../../../testing/a-user.ts';
import { FIRST_SORTING, matchingUsers, sortedUsers } from './visible-users.ts';

const USERS: readonly ListedUser[] = [
  aUser({ id: 1, username: 'user10', scope: '/b', lastSeen: '2026-01-01T00:00:00Z' }),
  aUser({ id: 2, username: 'User2', scope: '/users/Zoë' }),
  aUser({ id: 3, username: 'anna', scope: '/a', lastSeen: '2026-02-01T00:00:00Z', admin: true }),
];

const names = (users: readonly ListedUser[]) => users.map(({ username }) => username);

test('names sort with numbers by value', () => {
  expect(names(sortedUsers(USERS, FIRST_SORTING, 'en'))).toEqual(['anna', 'User2', 'user10']);
});

test('each language has its own order', () => {
  const people = ['Özil', 'Olsen', 'Zander'].map((username, id) => aUser({ id, username }));
  expect(names(sortedUsers(people, FIRST_SORTING, 'de'))).toEqual(['Olsen', 'Özil', 'Zander']);
  expect(names(sortedUsers(people, FIRST_SORTING, 'sv-se'))).toEqual(['Olsen', 'Zander', 'Özil']);
});

test('the most recent visit comes first, users without one last', () => {
  expect(names(sortedUsers(USERS, { by: 'seen', isAscending: true }, 'en'))).toEqual([
    'anna',
    'user10',
    'User2',
  ]);
});

test('administrators come first, or last in the reversed order', () => {
  const byRole = (isAscending: boolean) =>
    names(sortedUsers(USERS, { by: 'role', isAscending }, 'en'));
  expect(byRole(true)[0]).toBe('anna');
  expect(byRole(false).at(-1)).toBe('anna');
});

test('a scope that is stored in another form is sorted and found as it is shown', () => {
  const users = [
    aUser({ id: 1, username: 'bert', scope: './a' }),
    aUser({ id: 2, username: 'otto', scope: '/b' }),
    aUser({ id: 3, username: 'zoe', scope: '.' }),
    aUser({ id: 4, username: 'anna', scope: 'c' }),
  ];
  const byScope = sortedUsers(users, { by: 'scope', isAscending: true }, 'en');
  expect(names(byScope)).toEqual(['zoe', 'bert', 'otto', 'anna']);
  expect(names(matchingUsers(users, '/a'))).toEqual(['bert']);
  expect(names(matchingUsers(users, './a'))).toEqual([]);
});

test('a search matches parts of names and scopes, ignoring case and accents', () => {
  expect(names(matchingUsers(USERS, ' SER1 '))).toEqual(['user10']);
  expect(names(matchingUsers(USERS, 'zoe'))).toEqual(['User2']);
  expect(matchingUsers(USERS, '')).toHaveLength(3);
});
