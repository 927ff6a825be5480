import { expect, test } from 'vitest';
import { plainLine } from './plain-line.ts';

test.each([
  ['plain text', 'plain text'],
  ['a\ttab and  blanks stay ', 'a\ttab and  blanks stay '],
  ['\u001B[1;31mred\u001B[0m', 'red'],
  ['\u001B[38;2;255;100;0mtrue\u001B[39m\u001B[49;22m colour', 'true colour'],
  ['\u009B31mred in one byte\u009B0m', 'red in one byte'],
  ['\u001B[?25l\u001B[2K\u001B[1Gdone\u001B[?25h', 'done'],
  ['\u001B]0;a title\u0007prompt', 'prompt'],
  ['\u001B]8;;https://example.com\u001B\\a link\u001B]8;;\u001B\\', 'a link'],
  ['\u001BP1$r0m\u001B\\after a string', 'after a string'],
  ['\u001B(Btext\u001B)0 in another alphabet\u001B=', 'text in another alphabet'],
  ['cut off \u001B[3', 'cut off '],
  ['cut off \u001B]0;title', 'cut off '],
  ['cut off \u001B', 'cut off '],
  ['N\bNA\bAM\bME\bE', 'NAME'],
  ['_\bu_\bn_\bd_\be_\br', 'under'],
  ['\b\bnothing to take back', 'nothing to take back'],
  ['😀\b😀 twice', '😀 twice'],
  ['10 %\r50 %\r100 %', '100 %'],
  ['Windows\r', 'Windows'],
  ['\r\r', ''],
  ['bell\u0007, NUL\u0000, DEL\u007F', 'bell, NUL, DEL'],
  ['שלום \u001B[32mעולם\u001B[0m', 'שלום עולם'],
])('%j reads %j', (line, text) => {
  expect(plainLine(line)).toBe(text);
});

const COUNT = 300_000;

// Quadratic time would exceed the time limit of a test.
test.each([
  ['\u001B[', 'a'],
  ['\u001B]', 'a'],
  ['\u009B', 'a'],
  ['\u009D', 'a'],
  ['\u0090x', `a${'x'.repeat(COUNT)}`],
  ['\b', ''],
  ['\r', 'a'],
])('a line of nothing but %j is read, however long it is', (beginning, text) => {
  // The final character ends no sequence.
  const read = plainLine(`a${beginning.repeat(COUNT)}\u001B\u0001`);
  expect(read).toHaveLength(text.length);
  expect(read === text).toBe(true);
});
