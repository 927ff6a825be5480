import { expect, test } from 'vitest';
import { wordsIn, wordsInMessages, wordsInSource } from './words.mjs';

const complaintsAbout = (text) => wordsInSource('any.ts', text);

test('a docstring that begins with a riddle is refused, with its line and the better form', () => {
  const text = 'const a = 1;\n/**\n * What a walk has seen.\n */\nconst b = 2;\n';
  expect(complaintsAbout(text)).toEqual([
    'any.ts:2: comment: "What". Use: begin with a verb or a noun',
  ]);
  expect(complaintsAbout('/** Returns what a walk has seen. */\nconst b = 2;\n')).toEqual([]);
});

test('a replaced term is refused as a name, also within a longer one, but not in a string', () => {
  expect(complaintsAbout('export function judgeTree() {}')).toHaveLength(1);
  expect(complaintsAbout('const takeoverReport = 1;')).toHaveLength(1);
  expect(complaintsAbout("const line = 'judge';")).toEqual([]);
});

test('words of a document count outside of code only', () => {
  expect(wordsIn('a.md', 'Whoever signs in.')).toHaveLength(2);
  expect(wordsIn('a.md', '```\nsign in\n```\nthe flag `--sign-in`')).toEqual([]);
});

test('messages speak to the reader', () => {
  expect(wordsInMessages('en.json', '  "a": "Sign in",')).toHaveLength(1);
  expect(wordsInMessages('en.json', '  "a": "There are no files.",')).toHaveLength(1);
  expect(wordsInMessages('en.json', '  "a": "Log in",')).toEqual([]);
});
