import { expect, test } from 'vitest';
import { crumbsOf } from './crumbs.ts';

const names = (crumbs: readonly { name: string }[]) => crumbs.map(({ name }) => name);

test('up to three folders are all shown', () => {
  const { hidden, shown } = crumbsOf('/a/b/c/');

  expect(names(hidden)).toEqual([]);
  expect(names(shown)).toEqual(['a', 'b', 'c']);
});

test('beyond three the front is hidden', () => {
  const { hidden, shown } = crumbsOf('/a/b/c/d/e/');

  expect(names(hidden)).toEqual(['a', 'b']);
  expect(names(shown)).toEqual(['c', 'd', 'e']);
});

test('in the hand a longer way shows only where one is', () => {
  expect(names(crumbsOf('/a/b/', 'hand').shown)).toEqual(['a', 'b']);
  const { hidden, shown } = crumbsOf('/a/b/c/', 'hand');

  expect(names(hidden)).toEqual(['a', 'b']);
  expect(names(shown)).toEqual(['c']);
});

test('each step leads to its folder, whatever it is called', () => {
  expect(crumbsOf('/100%/a%2Fb/').shown.map(({ address }) => address)).toEqual([
    '/files/100%25/',
    '/files/100%25/a%252Fb/',
  ]);
});

test('home has no steps', () => {
  expect(crumbsOf('/')).toEqual({ hidden: [], shown: [] });
});

test('a character that nobody would see is shown by a sign', () => {
  expect(names(crumbsOf('/line\nbreak/').shown)).toEqual(['line␊break']);
});
