import { expect, test } from 'vitest';
import { problemOf } from './name-problem.ts';

const taken = new Set(['docs']);

test.each([
  ['a/b', 'has-slash'],
  ['.', 'reserved'],
  ['..', 'reserved'],
  ['nul\0', 'has-null'],
  ['é'.repeat(128), 'too-long'],
  ['docs', 'taken'],
])('%j is refused: %s', (name, problem) => {
  expect(problemOf(name, taken)).toBe(problem);
});

test.each(['é'.repeat(127), '...', 'Docs', 'new\nline', ''])('%j is no problem', (name) => {
  expect(problemOf(name, taken)).toBeUndefined();
});
