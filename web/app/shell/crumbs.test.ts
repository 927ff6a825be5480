import { expect, test } from 'vitest';
import { crumbsOf } from './crumbs.ts';

const names = (crumbs: readonly { name: string }[]) => crumbs.map(({ name }) => name);

test('up to three folders are all shown', () => {
  const { hidden, shown } = crumbsOf('/a/b/c/');

  expect(names(hidden)).toEqual([]);
  expect(names(shown)).toEqual(['a', 'b', 'c']);
});

test('beyond three folders, the first ones are collapsed', () => {
  const { hidden, shown } = crumbsOf('/a/b/c/d/e/');

  expect(names(hidden)).toEqual(['a', 'b']);
  expect(names(shown)).toEqual(['c', 'd', 'e']);
});

test('a crowded window shows two segments', () => {
  const { hidden, shown } = crumbsOf('/a/b/c/', 'little');
  expect(names(hidden)).toEqual(['a']);
  expect(names(shown)).toEqual(['b', 'c']);
});

test('each segment links to its folder, whatever its name', () => {
  expect(crumbsOf('/100%/a%2Fb/').shown.map(({ address }) => address)).toEqual([
    '/files/100%25/',
    '/files/100%25/a%252Fb/',
  ]);
});

test('the home folder has no segments', () => {
  expect(crumbsOf('/')).toEqual({ hidden: [], shown: [] });
});

test('an invisible character is shown as a symbol', () => {
  expect(names(crumbsOf('/line\nbreak/').shown)).toEqual(['line␊break']);
});
