import { expect, test } from 'vitest';
import { commandLineProblem, commandListProblem } from './command-line-problem.ts';

test.each(['true', 'scan "$FILE" &', "sh /x.sh '${FILE}'&", "echo 'ü'", 'echo a # b'])(
  '%j is a command',
  (line) => {
    expect(commandLineProblem(line)).toBeUndefined();
  },
);

test.each([
  ["echo 'a", 'cannot be read: EOF found when expecting closing quote.'],
  ['echo a\\', 'cannot be read: EOF found after escape character.'],
  ['echo ü', 'cannot be read: Unknown rune: 252'],
  ['', 'contains no command'],
  [' \t', 'contains no command'],
  [' & ', 'contains no command'],
  ['# only a comment', 'contains no command'],
  ["'' x", 'contains no command'],
  ['x'.repeat(8_193), 'has more than 8192 characters'],
  ['a\0', 'is not readable text'],
  ["'\uD800'", 'is not readable text'],
])('%j is none', (line, problem) => {
  expect(commandLineProblem(line)?.reason).toBe(problem);
});

test('accepts stored lines, and reports the first wrong new one', () => {
  expect(commandListProblem(["echo 'old", 'true'], ["echo 'old"])).toBeUndefined();
  expect(commandListProblem(["echo 'old", 'true', "'"], ["echo 'old"])).toMatchObject({ index: 2 });
});

test('a list may be long when an older version has stored it so, and become no longer', () => {
  const lines = (count: number) => Array.from({ length: count }, () => 'true');
  expect(commandListProblem(lines(100))).toBeUndefined();
  expect(commandListProblem(lines(101))).toEqual({
    index: undefined,
    reason: 'more than 100 commands',
    refusal: { code: 'too-many', about: 100 },
  });
  expect(commandListProblem(lines(120), lines(120))).toBeUndefined();
  expect(commandListProblem(lines(121), lines(120))).toBeDefined();
});
