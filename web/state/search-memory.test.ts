import { afterEach, beforeEach, expect, test } from 'vitest';
import { aTokenUser } from '../testing/fake-server.ts';
import { forgetSearches, SEARCHES_KEY } from './forget-searches.ts';
import { keepQuery, keptQuery, recentSearches, rememberSearch } from './search-memory.ts';
import { session } from './session.ts';

const logIn = (id: number) => session.setState({ user: aTokenUser({ id }) });

beforeEach(() => logIn(1));
afterEach(() => {
  session.setState({ user: undefined });
  localStorage.clear();
});

test('the last eight searches are remembered, the newest first and each once', () => {
  for (let n = 1; n <= 9; n += 1) rememberSearch(`q${n}`);
  rememberSearch(' q5 ');
  rememberSearch('  ');
  expect(recentSearches()).toEqual(['q5', 'q9', 'q8', 'q7', 'q6', 'q4', 'q3', 'q2']);
});

test('nobody sees what another user has looked for', () => {
  rememberSearch('secret');
  keepQuery('secret');
  logIn(2);
  expect(recentSearches()).toEqual([]);
  expect(keptQuery()).toBe('');
});

test('they can be forgotten, and what cannot be read is nothing', () => {
  rememberSearch('a');
  forgetSearches();
  expect(recentSearches()).toEqual([]);
  localStorage.setItem(SEARCHES_KEY, '{"userId":1,"queries":[1]}');
  expect(recentSearches()).toEqual([]);
  localStorage.setItem(SEARCHES_KEY, 'no JSON');
  expect(recentSearches()).toEqual([]);
});
