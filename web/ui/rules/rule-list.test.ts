import { expect, test } from 'vitest';
import { movedItem } from '../../lib/moved-item.ts';
import { NEW_RULE, plainProblem, textOfRule, withKind, withText } from './rule-list.ts';

const at = (path: string) => withText(NEW_RULE, path);

test('a rule keeps its text when its kind changes', () => {
  const pattern = withKind(at('/private'), true);
  expect(pattern).toEqual({ regex: true, allow: false, path: '', regexp: { raw: '/private' } });
  expect(withKind(pattern, false)).toEqual(at('/private'));
});

test('a stored regular expression without a pattern has an empty text', () => {
  expect(textOfRule({ regex: true, allow: true, path: '/a', regexp: null })).toBe('');
});

test('a path must start with a slash, a regular expression need not', () => {
  expect(plainProblem(at(''))).toBe('needed');
  expect(plainProblem(at('private'))).toBe('noSlash');
  expect(plainProblem(at('/private'))).toBeUndefined();
  expect(plainProblem(withKind(at('private'), true))).toBeUndefined();
  expect(plainProblem(withKind(at(''), true))).toBe('needed');
});

test('moving a rule keeps the order of the others', () => {
  const rules = ['/a', '/b', '/c', '/d'].map(at);
  const paths = (from: number, to: number) => movedItem(rules, from, to).map(textOfRule);
  expect(paths(0, 2)).toEqual(['/b', '/c', '/a', '/d']);
  expect(paths(3, 0)).toEqual(['/d', '/a', '/b', '/c']);
  expect(paths(1, 1)).toEqual(['/a', '/b', '/c', '/d']);
});
