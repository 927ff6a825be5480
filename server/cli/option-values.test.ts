import { describe, expect, test } from 'vitest';
import { choiceOf, listOf, modeOf, switchOf, wholeNumberOf } from './option-values.ts';

function typed(text: string): Map<string, string> {
  return new Map([['x', text]]);
}

test('returns undefined for an option that was not typed', () => {
  const none = new Map<string, string>();
  expect([switchOf(none, 'x'), modeOf(none, 'x'), listOf(none, 'x')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  ['true', true],
  ['1', true],
  ['False', false],
  ['0', false],
])('a switch understands %s', (text, value) => {
  expect(switchOf(typed(text), 'x')).toBe(value);
});

test.each([
  ['0o640', 0o640],
  ['0640', 0o640],
  ['416', 0o640],
  ['0x1a0', 0o640],
  ['0b110100000', 0o640],
  ['0', 0],
])('permissions can be written %s', (text, value) => {
  expect(modeOf(typed(text), 'x')).toBe(value);
});

test('lists stand between commas', () => {
  expect(listOf(typed('ls, git,'), 'x')).toEqual(['ls', 'git']);
  expect(listOf(typed(''), 'x')).toEqual([]);
});

describe('names the flag and the expected value in an error', () => {
  test.each<[() => unknown, string]>([
    [() => switchOf(typed('yes'), 'x'), 'flag --x has to be true or false, not "yes"'],
    [() => choiceOf(typed('c'), 'x', ['a', 'b']), 'flag --x has to be one of a, b, not "c"'],
    [
      () => wholeNumberOf(typed('-1'), 'x', 9),
      'flag --x has to be a whole number up to 9, not "-1"',
    ],
    [
      () => wholeNumberOf(typed('10'), 'x', 9),
      'flag --x has to be a whole number up to 9, not "10"',
    ],
    [
      () => modeOf(typed('0o1777'), 'x'),
      'flag --x has to be permissions such as 0640, not "0o1777"',
    ],
    [() => modeOf(typed('rw'), 'x'), 'flag --x has to be permissions such as 0640, not "rw"'],
  ])('%#', (read, message) => {
    expect(read).toThrow(message);
  });
});
