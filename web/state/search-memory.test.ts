import { afterEach, beforeEach, expect, test } from 'vitest';
import { aTokenUser } from '../testing/fake-server.ts';
import { forgetSearches, SEARCHES_KEY } from './forget-searches.ts';
import { recentSearches, rememberSearch } from './search-memory.ts';
import { session } from './session.ts';

const logIn = (id: number) => session.setState({ user: aTokenUser({ id }) });

beforeEach(() => logIn(1));
afterEach(() => {
  session.setState({ user: undefined });
  localStorage.clear();
});

test('the last eight searches are kept, newest first and without duplicates', () => {
  for (let n = 1; n <= 9; n += 1) rememberSearch(`q${n}`);
  rememberSearch(' q5 ');
  rememberSearch('  ');
  expect(recentSearches()).toEqual(['q5', 'q9', 'q8', 'q7', 'q6', 'q4', 'q3', 'q2']);
});

test('searches are kept per user', () => {
  rememberSearch('secret');
  logIn(2);
  expect(recentSearches()).toEqual([]);
});

test('searches can be forgotten, and invalid data is ignored', () => {
  rememberSearch('a');
  forgetSearches();
  expect(recentSearches()).toEqual([]);
  localStorage.setItem(SEARCHES_KEY, '{"userId":1,"queries":[1]}');
  expect(recentSearches()).toEqual([]);
  localStorage.setItem(SEARCHES_KEY, 'no JSON');
  expect(recentSearches()).toEqual([]);
});
