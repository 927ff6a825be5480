import { expect, test } from 'vitest';
import { splitCommandLine } from './command-line.ts';

test.each([
  [String.raw`printf "\033[31m%s\n" x`, ['printf', String.raw`\033[31m%s\n`, 'x']],
  ['a "\\$ \\` \\" \\\\"', ['a', '$ ` " \\']],
  ['a "b\\\nc"', ['a', 'bc']],
  ['a b\\\nc \\\n --d \\\r\n -e', ['a', 'bc', '--d', '-e']],
  ["a 'b\\\nc'", ['a', 'b\\\nc']],
  [String.raw`a "C:\Users\x" \n\\`, ['a', String.raw`C:\Users\x`, 'n\\']],
  [String.raw`a '\033 \\' b\ c`, ['a', String.raw`\033 \\`, 'b c']],
  [String.raw`a "b"\"c`, ['a', 'b"c']],
])('backslashes escape as in a POSIX shell: %j', (line, words) => {
  expect(splitCommandLine(line)).toEqual({ kind: 'words', words });
});

test.each([
  ['a "b\\', 'EOF found when expecting closing quote.'],
  ['a "b\\"', 'EOF found when expecting closing quote.'],
  ['a b\\', 'EOF found after escape character.'],
])('a line that ends early cannot be read: %j', (line, problem) => {
  expect(splitCommandLine(line)).toEqual({ kind: 'unreadable', problem });
});
